import { type Protocol, toCertificate } from '@signet/federation'
import { EgressRefused, egressBytes } from '@signet/http'
import { isLoopback, refuseValue } from '@signet/runtime'
import type { HandlerDeps } from '../../deps.ts'
import type { ProviderInput } from './provider-fields.ts'

const stated = ['issuer', 'ssoUrl', 'signingCertificates'] as const

/** Fetches the address of the metadata unless the input has all fields that it states. Certificates get one form. */
export async function withSamlFields<Input extends ProviderInput>(
  deps: Pick<HandlerDeps, 'egress'>,
  protocol: Protocol,
  input: Input,
): Promise<Omit<Input, 'metadata'>> {
  const { metadata, ...rest } = input
  if (protocol !== 'saml') {
    if (metadata !== undefined) refuseValue('metadata', 'means nothing for OpenID Connect')
    return rest
  }
  // Every provider has this method by default.
  if (rest.clientAuthentication === 'secret') delete rest.clientAuthentication
  checkAddresses(rest)
  if (metadata !== undefined) return { ...rest, ...(await statedBy(rest, 'metadata', metadata)) }
  if (typeof rest.metadataUrl === 'string' && stated.some((name) => rest[name] === undefined)) {
    const text = await fetchMetadata(deps, rest.metadataUrl)
    return { ...rest, ...(await statedBy(rest, 'metadataUrl', text)) }
  }
  return rest.signingCertificates === undefined
    ? rest
    : { ...rest, signingCertificates: certificatesOf(rest.signingCertificates) }
}

function checkAddresses({ issuer, ssoUrl, metadataUrl }: ProviderInput): void {
  if (typeof issuer === 'string' && (issuer.length > 1_024 || /[\s\p{Cc}]/u.test(issuer)))
    refuseValue('issuer', 'must be the entity ID of the provider, at most 1024 characters without spaces')
  checkAddress('ssoUrl', ssoUrl)
  checkAddress('metadataUrl', metadataUrl)
}

function checkAddress(path: string, value: string | null | undefined): void {
  if (value === undefined || value === null) return
  const url = URL.parse(value)
  if (!url) refuseValue(path, 'must be an absolute address')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url)))
    refuseValue(path, 'must be an https address')
  if (url.username || url.password || url.hash) refuseValue(path, 'must have no credentials and no fragment')
}

function certificatesOf(given: readonly string[]): string[] {
  const certificates = given.map(
    (text, index) =>
      toCertificate(text) ??
      refuseValue(
        `signingCertificates.${index}`,
        'must be a certificate with an RSA key of at least 2048 bits',
      ),
  )
  return [...new Set(certificates)]
}

async function statedBy(input: ProviderInput, path: 'metadata' | 'metadataUrl', text: string) {
  const given = path === 'metadata' ? stated.find((name) => input[name] !== undefined) : undefined
  if (given) refuseValue(given, 'is stated by metadata')
  const { MetadataRefused, parseMetadata } = await import('@signet/federation/saml')
  try {
    const { entityId, ssoUrl, certificates } = parseMetadata(text)
    checkAddress(path, ssoUrl)
    return { issuer: entityId, ssoUrl, signingCertificates: [...certificates] }
  } catch (error) {
    if (error instanceof MetadataRefused) return refuseValue(path, `cannot be used: ${error.message}`)
    throw error
  }
}

async function fetchMetadata({ egress }: Pick<HandlerDeps, 'egress'>, url: string): Promise<string> {
  const unusable = () => refuseValue('metadataUrl', 'gave no metadata')
  try {
    const response = await egress.fetch(url, { maxBytes: egressBytes.metadata })
    return response.ok ? await response.text() : unusable()
  } catch (error) {
    if (error instanceof EgressRefused) return unusable()
    throw error
  }
}
