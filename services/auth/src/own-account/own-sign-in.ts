import { randomBytes } from 'node:crypto'
import { offeredMethods } from '@signet/clients'
import { ownClientId } from '@signet/sessions'
import { UnsecuredJWT } from 'jose'
import type Provider from 'oidc-provider'
import type { ClientMetadata, JWK, KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'

/** Lifetime of a pushed request. Seconds. */
const pushedTtl = 60

export const ownPaths = [
  '/account',
  '/account/requests',
  '/account/apps',
  '/account/identities',
  '/account/authenticator',
  '/account/passkeys',
  '/account/recovery-codes',
  '/account/data',
  '/account/profile',
  '/account/address',
  '/account/deletion',
] as const
export type OwnPath = (typeof ownPaths)[number]

/**
 * The client never redeems a code, so it is registered with any authentication method that the settings allow: a random secret, a
 * public key of the project, or a certificate that does not exist.
 */
export function ownClient({ issuer, keys, settings }: OptionsContext): ClientMetadata {
  const methods = offeredMethods(settings)
  const method = methods.includes('none') ? 'none' : (methods[0] ?? 'none')
  const [key] = keys
  const withKey = method === 'private_key_jwt' || method === 'self_signed_tls_client_auth'
  return {
    client_id: ownClientId,
    redirect_uris: ownPaths.map((path) => `${issuer}${path}`),
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: method,
    ...(method.startsWith('client_secret') ? { client_secret: randomBytes(32).toString('base64url') } : {}),
    ...(method === 'tls_client_auth' ? { tls_client_auth_san_dns: 'nobody.invalid' } : {}),
    ...(withKey && key ? { jwks: { keys: [publicHalf(key)] } } : {}),
  }
}

const publicHalf = ({ kty, crv, x, y, n, e, kid }: JWK) =>
  JSON.parse(JSON.stringify({ kty, crv, x, y, n, e, kid }))

/** The returned code cannot be redeemed: its challenge has no verifier. */
export async function goSignIn(
  provider: Provider,
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  path: OwnPath,
  { forceSignIn = false } = {},
): Promise<void> {
  const { issuer, settings } = context
  const parameters = {
    client_id: ownClientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${issuer}${path}`,
    code_challenge: randomBytes(32).toString('base64url'),
    code_challenge_method: 'S256',
    ...(forceSignIn ? { prompt: 'login' } : {}),
  }
  const mustPush = settings['fapi.enabled'] || settings['requestObjects.requireSignedRequestObject']
  const query = mustPush
    ? { client_id: ownClientId, request_uri: await push(provider, issuer, parameters) }
    : parameters
  ctx.status = 303
  ctx.redirect(`${issuer}/auth?${new URLSearchParams(query)}`)
}

async function push(provider: Provider, issuer: string, parameters: Record<string, string>): Promise<string> {
  const request = new UnsecuredJWT(parameters)
    .setIssuedAt()
    .setNotBefore('0s')
    .setIssuer(ownClientId)
    .setAudience(issuer)
    .setExpirationTime(`${pushedTtl}s`)
    .encode()
  const pushed = new provider.PushedAuthorizationRequest({ request, trusted: true } as never)
  return `urn:ietf:params:oauth:request_uri:${await pushed.save(pushedTtl)}`
}
