import { createPrivateKey } from 'node:crypto'
import type { CacheProvider, SAML } from '@node-saml/node-saml'
import type { OptionsContext } from '../core/issuer-context.ts'
import { UpstreamProblem } from '../upstream/problem.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** Accepted difference of the clocks of both servers. Seconds. */
export const clockTolerance = 60

export interface ServiceProvider {
  readonly entityId: string
  readonly acsUrl: string
}

export function serviceProviderOf(
  { issuer }: Pick<OptionsContext, 'issuer'>,
  { id, clientId }: Pick<Upstream, 'id' | 'clientId'>,
): ServiceProvider {
  const base = `${issuer}/federation/${id}`
  return { entityId: clientId || `${base}/metadata`, acsUrl: `${base}/callback` }
}

/** The response names the ID as InResponseTo. An xs:ID starts with no digit. */
export const requestIdOf = (nonce: string): string => `_${nonce}`

const formats = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  emailAddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
} as const

interface SamlRequest {
  readonly serviceProvider: ServiceProvider
  readonly requestId: string
  /** The user must authenticate again. */
  readonly isFresh?: boolean
}

/** Loads the library at the first use, because it takes 22 MiB. */
export async function samlOf(
  upstream: Upstream,
  { serviceProvider: { entityId, acsUrl }, requestId, isFresh = false }: SamlRequest,
): Promise<SAML> {
  const { ssoUrl, signingCertificates, nameIdFormat, signsRequests, assertionKey } = upstream
  if (ssoUrl === null || signingCertificates.length === 0)
    throw new UpstreamProblem('The provider has no address for sign-ins or no signing certificate yet.')
  const { SAML, ValidateInResponseTo } = await import('./library.ts')
  const key = signsRequests && assertionKey ? { privateKey: pemOf(assertionKey) } : {}
  return new SAML({
    ...key,
    entryPoint: ssoUrl,
    issuer: entityId,
    callbackUrl: acsUrl,
    audience: entityId,
    idpCert: [...signingCertificates],
    identifierFormat: nameIdFormat && formats[nameIdFormat],
    signatureAlgorithm: 'sha256',
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: clockTolerance * 1_000,
    disableRequestedAuthnContext: true,
    forceAuthn: isFresh,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: only(requestId),
    generateUniqueId: () => requestId,
  })
}

const pemOf = (jwk: NonNullable<Upstream['assertionKey']>): string =>
  createPrivateKey({ key: { ...jwk }, format: 'jwk' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString()

/** The row in `federation_transactions` decides the lifetime and the single use of the request. */
const only = (requestId: string): CacheProvider => ({
  saveAsync: async () => null,
  getAsync: async (id) => (id === requestId ? new Date().toISOString() : null),
  removeAsync: async (id) => id,
})
