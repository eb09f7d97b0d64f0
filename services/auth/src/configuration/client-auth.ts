import { offeredMethods } from '@signet/clients'
import { type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { isIssuedAhead, isLongLived } from '../protocol/issued-at.ts'

export const clientAuth = ({ settings }: OptionsContext): Configuration => ({
  clientAuthMethods: offeredMethods(settings),
  assertJwtClientAuthClaimsAndHeader(ctx, { aud, exp, iat }, { typ }) {
    // An assertion for several servers could be replayed at another one (RFC 7523bis).
    if (typeof aud !== 'string') throw new errors.InvalidClientAuth('audience (aud) must be one string')
    if (settings['fapi.enabled'] && !isBackchannelSignIn(ctx) && aud !== ctx.oidc.issuer)
      throw new errors.InvalidClientAuth('audience (aud) must be the issuer identifier')
    if (isIssuedAhead(iat)) throw new errors.InvalidClientAuth('the assertion is of the future')
    if (isLongLived(exp)) throw new errors.InvalidClientAuth('the assertion expires more than an hour ahead')
    // Rejects another kind of JWT that was signed with the same key.
    if (typ !== undefined && !assertionTypes.has(String(typ).toLowerCase()))
      throw new errors.InvalidClientAuth('the type (typ) of the assertion is another one')
  },
})

const assertionTypes = new Set(['jwt', 'client-authentication+jwt', 'application/client-authentication+jwt'])

const ciba = 'urn:openid:params:grant-type:ciba'

/**
 * The request begins or polls a backchannel sign-in, or refreshes a token of an application without another grant for users. FAPI-CIBA
 * applies instead of FAPI 2.0: assertions may name the issuer or the endpoint (CIBA Core 7.1).
 */
function isBackchannelSignIn({ oidc: { route, params, client } }: KoaContextWithOIDC): boolean {
  if (route === 'backchannel_authentication' || params?.grant_type === ciba) return true
  const { grantTypes = [] } = client ?? {}
  const hasOnlyCiba = grantTypes.includes(ciba) && !grantTypes.includes('authorization_code')
  return params?.grant_type === 'refresh_token' && hasOnlyCiba
}
