import { randomBytes } from 'node:crypto'
import { offeredMethods } from '@signet/clients'
import { ownClientId } from '@signet/sessions'
import { UnsecuredJWT } from 'jose'
import type Provider from 'oidc-provider'
import type { ClientMetadata, JWK, KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'

/** Seconds a pushed request of our own waits for the browser. */
const pushedTtl = 60

/** Pages of ours that people sign in to. */
export const ownPaths = [
  '/account',
  '/account/requests',
  '/account/apps',
  '/account/identities',
  '/account/authenticator',
  '/account/data',
] as const
export type OwnPath = (typeof ownPaths)[number]

/**
 * It never redeems a code, so it holds nothing: whatever way to authenticate the settings leave is registered, with a
 * secret nobody knows, with a public key of the project's own, or with a certificate nobody has.
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

/**
 * Sends the browser to sign in, anew where that is asked for, and back to the page. The code that comes with it is worth nothing: its challenge has no
 * verifier.
 */
export async function goSignIn(
  provider: Provider,
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  path: OwnPath,
  { anew = false } = {},
): Promise<void> {
  const { issuer, settings } = context
  const parameters = {
    client_id: ownClientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${issuer}${path}`,
    code_challenge: randomBytes(32).toString('base64url'),
    code_challenge_method: 'S256',
    ...(anew ? { prompt: 'login' } : {}),
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
