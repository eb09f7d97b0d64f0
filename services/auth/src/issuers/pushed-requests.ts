import { decodeJwt, decodeProtectedHeader, UnsecuredJWT } from 'jose'
import Provider, { type KoaContextWithOIDC } from 'oidc-provider'
import { useUnder } from './under.ts'

/** What oidc-provider gives every pushed request at most, in seconds. */
const providersLifetime = 60

/** Time for a person to get to the browser; under FAPI less than ten minutes (FAPI 2.0 5.3.2.2-11). Seconds. */
const lifetime = 300

interface Pushed {
  request: string
  save(ttl: number): Promise<string>
}

/** A pushed request lives for minutes, or as long as the request object that was signed for it. */
export function extendPushedRequests(provider: Provider): void {
  const prototype = provider.PushedAuthorizationRequest.prototype as unknown as Pushed
  const { save } = prototype
  prototype.save = function extended(this: Pushed, ttl) {
    // A request that a browser posted is kept in the same place, as it came.
    const isPushed = Provider.ctx?.oidc?.route === 'pushed_authorization_request'
    if (!isPushed || ttl < providersLifetime) return save.call(this, ttl)
    const isSigned = decodeProtectedHeader(this.request).alg !== 'none'
    const claims = decodeJwt(this.request)
    const now = Math.floor(Date.now() / 1000)
    // Its own expiry is looked at again when the browser comes.
    if (!isSigned) this.request = new UnsecuredJWT({ ...claims, exp: now + lifetime }).encode()
    return save.call(this, isSigned && claims.exp ? Math.min(claims.exp - now, lifetime) : lifetime)
  }
  useUnder(provider, 'request', async (ctx, next) => {
    await next()
    const { oidc } = ctx as unknown as KoaContextWithOIDC
    const pushed = oidc?.entities.PushedAuthorizationRequest
    if (ctx.status === 201 && pushed)
      Object.assign(ctx.body as Record<string, unknown>, { expires_in: pushed.remainingTTL })
  })
}
