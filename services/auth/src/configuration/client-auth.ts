import { offeredMethods } from '@signet/clients'
import { type Configuration, errors } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { isIssuedAhead, isLongLived } from '../protocol/issued-at.ts'

/** How applications may authenticate, and what an assertion must say. */
export const clientAuth = ({ settings }: OptionsContext): Configuration => ({
  clientAuthMethods: offeredMethods(settings),
  assertJwtClientAuthClaimsAndHeader(ctx, { aud, exp, iat }, { typ }) {
    // One audience, as one string: an assertion made for several servers could be replayed at another (RFC 7523bis, T03).
    if (typeof aud !== 'string') throw new errors.InvalidClientAuth('audience (aud) must be one string')
    if (settings['fapi.enabled'] && aud !== ctx.oidc.issuer)
      throw new errors.InvalidClientAuth('audience (aud) must be the issuer identifier')
    if (isIssuedAhead(iat)) throw new errors.InvalidClientAuth('the assertion is of the future')
    if (isLongLived(exp)) throw new errors.InvalidClientAuth('the assertion expires more than an hour ahead')
    // Another kind of JWT of the same key is no assertion (T11).
    if (typ !== undefined && !assertionTypes.has(String(typ).toLowerCase()))
      throw new errors.InvalidClientAuth('the type (typ) of the assertion is another one')
  },
})

const assertionTypes = new Set(['jwt', 'client-authentication+jwt', 'application/client-authentication+jwt'])
