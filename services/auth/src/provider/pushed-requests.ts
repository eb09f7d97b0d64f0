import { decodeJwt, decodeProtectedHeader, UnsecuredJWT } from 'jose'
import Provider from 'oidc-provider'
import type { LayerFactory } from '../request/layer.ts'
import type { Members, Wrapper } from './override.ts'

/** Longest lifetime that oidc-provider gives a pushed request. Seconds. */
const lifetimeOfProvider = 60

/** Time for a user to get to the browser; under FAPI less than ten minutes (FAPI 2.0 5.3.2.2-11). Seconds. */
const lifetime = 300

type SavePushed = Members['PushedAuthorizationRequest.prototype']['save']

/** Extends the lifetime of a pushed request to minutes, or to that of the request object that was signed for it. */
export const extendLifetime: Wrapper<SavePushed> = (save) =>
  function saveExtended(ttl) {
    // Other routes store requests in the same table with a lifetime of their own.
    const isPushed = Provider.ctx?.oidc?.route === 'pushed_authorization_request'
    if (!isPushed || ttl < lifetimeOfProvider) return save.call(this, ttl)
    const isSigned = decodeProtectedHeader(this.request).alg !== 'none'
    const claims = decodeJwt(this.request)
    const now = Math.floor(Date.now() / 1000)
    // oidc-provider compares the expiry in the request again when the browser arrives.
    if (!isSigned) this.request = new UnsecuredJWT({ ...claims, exp: now + lifetime }).encode()
    return save.call(this, isSigned && claims.exp ? Math.min(claims.exp - now, lifetime) : lifetime)
  }

/** Puts the extended lifetime into the response of the endpoint. */
export const describeLifetime: LayerFactory = () => async (ctx, next) => {
  await next()
  const pushed = ctx.oidc?.entities.PushedAuthorizationRequest
  if (ctx.status === 201 && pushed)
    Object.assign(ctx.body as Record<string, unknown>, { expires_in: pushed.remainingTTL })
}
