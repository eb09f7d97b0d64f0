import type { Element } from '@xmldom/xmldom'
import { toCertificate } from './certificates.ts'
import { attributeOf, childrenOf, isNamed, parseXml, textOf, XmlRefused } from './xml.ts'

export interface IdentityProviderMetadata {
  readonly entityId: string
  readonly ssoUrl: string
  readonly certificates: readonly string[]
}

/** The message completes "The metadata cannot be used:". */
export class MetadataRefused extends Error {
  override name = 'MetadataRefused'
}

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const maxCertificates = 10

/**
 * SAML 2.0 Metadata, section 2.4.3, of one identity provider. The signature is not verified: the administrator who pastes it, or TLS at
 * its address, vouches for it.
 * @throws MetadataRefused
 */
export function parseMetadata(text: string): IdentityProviderMetadata {
  const entity = entityIn(rootOf(text))
  const entityId = attributeOf(entity, 'entityID') ?? ''
  if (entityId === '' || entityId.length > 1_024) throw new MetadataRefused('it has no entityID')
  const until = attributeOf(entity, 'validUntil')
  if (until !== null && !(Date.parse(until) > Date.now())) throw new MetadataRefused(`it expired at ${until}`)
  const [role] = childrenOf(entity, 'metadata', 'IDPSSODescriptor')
  if (!role) throw new MetadataRefused('it describes no identity provider (IDPSSODescriptor)')
  const service = childrenOf(role, 'metadata', 'SingleSignOnService').find(
    (one) => attributeOf(one, 'Binding') === redirectBinding,
  )
  const ssoUrl = attributeOf(service, 'Location')
  if (ssoUrl === null) throw new MetadataRefused('it has no SingleSignOnService with HTTP-Redirect')
  const certificates = certificatesOf(role)
  if (certificates.length === 0)
    throw new MetadataRefused('it has no signing certificate with an RSA key of at least 2048 bits')
  return { entityId, ssoUrl, certificates }
}

function rootOf(text: string): Element {
  try {
    // Metadata is no input of a signature here, so that its comments have no effect.
    return parseXml(withoutComments(text))
  } catch (error) {
    if (error instanceof XmlRefused) throw new MetadataRefused(error.message)
    throw error
  }
}

function entityIn(root: Element): Element {
  if (isNamed(root, 'metadata', 'EntityDescriptor')) return root
  const entities = isNamed(root, 'metadata', 'EntitiesDescriptor')
    ? childrenOf(root, 'metadata', 'EntityDescriptor')
    : []
  const [only, another] = entities
  if (!only) throw new MetadataRefused('it is no SAML metadata (EntityDescriptor)')
  if (another) throw new MetadataRefused('it describes more than one entity')
  return only
}

function withoutComments(text: string): string {
  let kept = ''
  for (let from = 0; from < text.length; ) {
    const start = text.indexOf('<!--', from)
    const end = start === -1 ? -1 : text.indexOf('-->', start)
    if (end === -1) return kept + text.slice(from)
    kept += text.slice(from, start)
    from = end + '-->'.length
  }
  return kept
}

const certificatesOf = (role: Element): string[] => {
  const found = childrenOf(role, 'metadata', 'KeyDescriptor')
    .filter((key) => attributeOf(key, 'use') !== 'encryption')
    .flatMap((key) => childrenOf(key, 'signature', 'KeyInfo'))
    .flatMap((info) => childrenOf(info, 'signature', 'X509Data'))
    .flatMap((data) => childrenOf(data, 'signature', 'X509Certificate'))
    .flatMap((certificate) => toCertificate(textOf(certificate)) ?? [])
  return [...new Set(found)].slice(0, maxCertificates)
}
