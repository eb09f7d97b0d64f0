import { Refusal, refuse, refuseValue } from '@signet/runtime'
import { checkKeySet } from './client-keys.ts'

export interface ClientShape {
  readonly applicationType: string
  readonly grantTypes: readonly string[]
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris: readonly string[]
  readonly tokenEndpointAuthMethod: string
  readonly tokenEndpointAuthSigningAlg?: string | null
  readonly idTokenSignedResponseAlg?: string | null
  readonly authorizationSignedResponseAlg?: string | null
  readonly requestObjectSigningAlg?: string | null
  readonly subjectType: string
  readonly sectorIdentifierUri: string | null
  readonly jwks: unknown
  readonly jwksUri: string | null
  readonly backchannelTokenDeliveryMode: string | null
  readonly backchannelClientNotificationEndpoint: string | null
  readonly pkce?: 'required' | 'optional' | null
  readonly assertionIssuers?: readonly unknown[] | null
}

const ciba = 'urn:openid:params:grant-type:ciba'
const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** No sign-in of a user at the application: an unauthenticated caller must not get these grants. */
const confidentialGrants = [
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:token-exchange',
  jwtBearer,
]
const deviceCode = 'urn:ietf:params:oauth:grant-type:device_code'

export const usesSecret = (method: string): boolean => method.startsWith('client_secret_')

/** True when the secret serves as a key, so that it must be stored sealed instead of as a digest. */
export const secretIsKey = (method: string, algorithms: readonly (string | null | undefined)[]): boolean =>
  method === 'client_secret_jwt' || algorithms.some((algorithm) => algorithm?.startsWith('HS'))

export const responseTypesOf = (grantTypes: readonly string[]): string[] =>
  grantTypes.includes('authorization_code') ? ['code'] : []

/** Rejects combinations that the authorization server could not load, so that every stored application works. */
export function checkClient(client: ClientShape): void {
  const redirects = client.grantTypes.includes('authorization_code')
  if (redirects && client.redirectUris.length === 0)
    refuseValue('redirectUris', 'needs at least one address for authorization_code')
  const confidential = confidentialGrants.find((type) => client.grantTypes.includes(type))
  if (confidential !== undefined && client.tokenEndpointAuthMethod === 'none')
    refuseValue('tokenEndpointAuthMethod', `must authenticate the application for ${confidential}`)
  if (client.grantTypes.includes(jwtBearer) && !client.assertionIssuers?.length)
    refuseValue('assertionIssuers', `needs at least one issuer for ${jwtBearer}`)
  // RFC 9700 2.1.1: a public application has no other proof that it redeems its own code.
  if (client.pkce === 'optional' && client.tokenEndpointAuthMethod === 'none')
    refuseValue('pkce', 'must be required for an application without authentication')
  if (client.tokenEndpointAuthMethod === 'private_key_jwt' && !client.jwks && !client.jwksUri)
    refuseValue('jwks', 'or jwksUri is needed for private_key_jwt')
  if (client.jwks) checkKeySet('jwks', client.jwks)
  checkAlgorithms(client)
  if (client.jwks && client.jwksUri) refuseValue('jwksUri', 'cannot be combined with jwks')
  if (client.grantTypes.includes(ciba) && !client.backchannelTokenDeliveryMode)
    refuseValue('backchannelTokenDeliveryMode', 'is needed for the CIBA grant')
  if (client.backchannelTokenDeliveryMode === 'ping' && !client.backchannelClientNotificationEndpoint)
    refuseValue('backchannelClientNotificationEndpoint', 'is needed for the delivery mode ping')
  client.redirectUris.forEach((uri, index) => {
    checkRedirectUri(`redirectUris.${index}`, uri, client.applicationType)
  })
  client.postLogoutRedirectUris.forEach((uri, index) => {
    checkRedirectUri(`postLogoutRedirectUris.${index}`, uri, client.applicationType)
  })
  checkSector(client)
}

/** Excludes `none`. */
const signatures = /^(?:(?:HS|RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519)$/

const algorithmFields = [
  'tokenEndpointAuthSigningAlg',
  'idTokenSignedResponseAlg',
  'authorizationSignedResponseAlg',
  'requestObjectSigningAlg',
] as const

function checkAlgorithms(client: ClientShape): void {
  for (const field of algorithmFields) {
    const algorithm = client[field]
    if (algorithm && !signatures.test(algorithm)) refuseValue(field, 'is not a known signature algorithm')
  }
  const { tokenEndpointAuthMethod: method, tokenEndpointAuthSigningAlg: algorithm } = client
  if (algorithm && method.endsWith('_jwt') && algorithm.startsWith('HS') !== (method === 'client_secret_jwt'))
    refuseValue('tokenEndpointAuthSigningAlg', `does not fit ${method}`)
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** RFC 8252 7.3. */
export const isLoopbackRedirect = (uri: string): boolean => {
  const url = URL.parse(uri)
  return url?.protocol === 'http:' && loopback.has(url.hostname)
}

/** Schemes without a dot that well-known editors register for their agents. */
const editorSchemes = new Set(['cursor:', 'vscode:', 'vscode-insiders:'])

/** RFC 8252 7.1: the scheme has a dot. */
export function isPrivateUseRedirect(uri: string): boolean {
  const scheme = URL.parse(uri)?.protocol ?? ''
  return scheme.includes('.') || editorSchemes.has(scheme)
}

/**
 * RFC 6749 3.1.2, RFC 8252: absolute, without a fragment. A native application may use a private-use scheme, and only loopback
 * addresses may use plain http. oidc-provider rejects native applications with https at a loopback address.
 */
function checkRedirectUri(path: string, uri: string, applicationType: string): void {
  const url = URL.parse(uri)
  if (!url) refuseValue(path, 'must be an absolute address')
  if (url.hash || uri.includes('#')) refuseValue(path, 'must not have a fragment')
  if (url.username || url.password) refuseValue(path, 'must not carry credentials')
  if (uri.includes('*')) refuseValue(path, 'must not have a wildcard')
  const isNative = applicationType === 'native'
  if (url.protocol === 'https:') {
    if (isNative && loopback.has(url.hostname))
      refuseValue(path, 'must use http at a loopback address of a native application')
    return
  }
  if (url.protocol === 'http:') {
    if (!loopback.has(url.hostname)) refuseValue(path, 'must use https, or http at a loopback address')
    return
  }
  if (!isNative || !isPrivateUseRedirect(uri))
    refuseValue(path, 'must use https; a scheme of its own with a dot is possible for a native application')
}

/** Only native applications may use plain http (RFC 8252 7.3). */
export function isRedirectUri(uri: string, applicationType: string): boolean {
  try {
    checkRedirectUri('redirectUri', uri, applicationType)
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
  return applicationType === 'native' || URL.parse(uri)?.protocol === 'https:'
}

/** Pairwise subjects are shared by one sector, which must be named for several hosts (OpenID Connect Core 8.1). */
function checkSector({
  subjectType,
  sectorIdentifierUri,
  redirectUris,
  grantTypes,
  tokenEndpointAuthMethod,
  jwksUri,
}: ClientShape): void {
  if (sectorIdentifierUri) checkHttps('sectorIdentifierUri', sectorIdentifierUri)
  const hosts = new Set(redirectUris.map((uri) => URL.parse(uri)?.host))
  if (subjectType === 'pairwise' && hosts.size > 1 && !sectorIdentifierUri)
    refuseValue(
      'sectorIdentifierUri',
      'is needed for pairwise subjects with redirect addresses on several hosts',
    )
  // The address of the key set determines the sector without a redirect address (CIBA Core 4), and only the keys prove its owner.
  const withoutRedirect = grantTypes.some((type) => type === ciba || type === deviceCode)
  if (subjectType !== 'pairwise' || !withoutRedirect) return
  if (tokenEndpointAuthMethod !== 'private_key_jwt')
    refuseValue('tokenEndpointAuthMethod', 'must be private_key_jwt for pairwise subjects with these grants')
  if (!jwksUri) refuseValue('jwksUri', 'is needed for pairwise subjects with these grants')
  if (redirectUris.length > 0 && !sectorIdentifierUri)
    refuseValue('sectorIdentifierUri', 'is needed for pairwise subjects with these grants')
}

export function checkHttps(path: string, value: string): void {
  const url = URL.parse(value)
  if (url?.protocol !== 'https:' || url.username || url.hash)
    refuse('https_required', {
      detail: `${path} must be an https address.`,
      errors: [{ path, message: 'must be an https address' }],
    })
}

/** An origin is scheme, host and port, exactly as a browser sends it. One invalid origin rejects the list. */
export function checkOrigins(origins: readonly string[]): void {
  origins.forEach((origin, index) => {
    const url = URL.parse(origin)
    const plain = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.has(url.hostname))
    if (!plain || url?.origin !== origin) {
      const path = `corsOrigins.${index}`
      refuse('invalid_origin', {
        detail: `${path} is not an origin such as https://app.example.com.`,
        errors: [{ path, message: 'is not an origin' }],
      })
    }
  })
}
