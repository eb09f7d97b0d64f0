import { decodeJwt } from 'jose'
import Provider, { errors } from 'oidc-provider'
import type { Find, FoundToken, Wrapper } from './override.ts'

/** Longest audience in an error. An identifier of an API is shorter. */
const maxAudience = 500

/**
 * Names the audience of a token that UserInfo rejects (RFC 6750 3.1): a client that requested an API gets a token for the API,
 * and oidc-provider answers "invalid token provided".
 */
export const nameAudience: Wrapper<Find<FoundToken>> = (find, { provider }) =>
  async function findForUserInfo(value, options) {
    const token = await find.call(this, value, options)
    if (Provider.ctx?.oidc.route !== 'userinfo') return token
    const audience = token ? token.aud : audienceOfJwt(value, provider.issuer)
    if (typeof audience === 'string') throw wrongAudience(audience)
    return token
  }

/** Reads the audience of a JWT that names this issuer, without verifying it: only the bearer receives it. */
function audienceOfJwt(value: string, issuer: string): unknown {
  try {
    const { iss, aud } = decodeJwt(value)
    return iss === issuer ? aud : undefined
  } catch {
    return undefined
  }
}

function wrongAudience(audience: string): InstanceType<typeof errors.InvalidToken> {
  // Encoded: RFC 6750 3 allows neither quotes nor characters outside ASCII in a description.
  const shown = encodeURI(audience.toWellFormed().slice(0, maxAudience).toWellFormed())
  const text = `the token is for ${shown}, and UserInfo needs one without a resource`
  return Object.assign(new errors.InvalidToken('the audience is an API'), { error_description: text })
}
