import Provider, { type AccessToken, errors } from 'oidc-provider'
import { readApi } from '../protocol/apis.ts'
import { scopeTokens } from '../protocol/scopes.ts'
import { unverifiedClaims } from '../protocol/unverified-claims.ts'
import type { ProviderContext } from './context.ts'
import { jwtVerifier } from './jwt-access-tokens.ts'
import type { Find, FoundToken, Wrapper } from './override.ts'

/** An identifier of an API is shorter. */
const maxAudience = 500

/**
 * Accepts a token for an API when the API allows it and `openid` was granted; for every other audience the error names the audience
 * (RFC 6750 3.1), because a client that requested an API gets a token for the API, and oidc-provider answers "invalid token provided".
 */
export const acceptAudience: Wrapper<Find<FoundToken>> = (find, parts) => {
  const verifyJwt = jwtVerifier(parts)
  return async function findForUserInfo(value, options) {
    const token = await find.call(this, value, options)
    if (Provider.ctx?.oidc.route !== 'userinfo') return token
    const audience = token ? token.aud : audienceOfJwt(value, parts.provider.issuer)
    if (typeof audience !== 'string') return token
    const api = await readApi(parts.context.deps.database, parts.context.project.id, audience)
    const found = api?.userInfoAccess ? (token ?? (await verifyJwt(value))) : undefined
    return (found && (await forUserInfo(parts, found))) ?? rejectAudience(audience)
  }
}

/** @returns the token with the scopes that were granted for UserInfo; undefined when `openid` was not */
async function forUserInfo(
  { provider }: ProviderContext,
  token: FoundToken,
): Promise<FoundToken | undefined> {
  const { grantId } = token as Partial<AccessToken>
  const scope = grantId && (await provider.Grant.find(grantId))?.getOIDCScope()
  if (!scope || !scopeTokens(scope).includes('openid')) return undefined
  return Object.assign(token, { aud: undefined, scope })
}

/** Not verified: only the bearer receives the audience. */
function audienceOfJwt(value: string, issuer: string): unknown {
  const { iss, aud } = unverifiedClaims(value) ?? {}
  return iss === issuer ? aud : undefined
}

/** @throws InvalidToken */
function rejectAudience(audience: string): never {
  // Encoded: RFC 6750 3 allows neither quotes nor characters outside ASCII in a description.
  const shown = encodeURI(audience.toWellFormed().slice(0, maxAudience).toWellFormed())
  const text = `the token is for ${shown}, and UserInfo needs one without a resource`
  throw Object.assign(new errors.InvalidToken('the audience is an API'), { error_description: text })
}
