import { X509Certificate } from 'node:crypto'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { serviceProviderOf } from './service-provider.ts'

/** Short enough for a replaced key. Seconds. */
const cachedSeconds = 300

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/**
 * SAML 2.0 Metadata, section 2.4.4
 * @returns false, and sends nothing, unless the provider exists and uses SAML
 */
export function publishMetadata(
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  upstream: Upstream | null,
): boolean {
  if (upstream?.protocol !== 'saml') return false
  const { entityId, acsUrl } = serviceProviderOf(context, upstream)
  const [raw] = upstream.signsRequests ? (upstream.assertionKey?.x5c ?? []) : []
  const certificate = raw && new X509Certificate(Buffer.from(raw, 'base64')).raw.toString('base64')
  const key = certificate
    ? `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
    : ''
  ctx.set('Cache-Control', `public, max-age=${cachedSeconds}`)
  ctx.body = `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escaped(entityId)}"><md:SPSSODescriptor AuthnRequestsSigned="${upstream.signsRequests}" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${key}<md:AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escaped(acsUrl)}"/></md:SPSSODescriptor></md:EntityDescriptor>
`
  ctx.type = 'application/samlmetadata+xml; charset=utf-8'
  return true
}
