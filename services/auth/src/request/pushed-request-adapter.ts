import { decodeJwt, decodeProtectedHeader, UnsecuredJWT } from 'jose'
import Provider, { type AdapterPayload } from 'oidc-provider'
import { ArtifactAdapter } from './artifact-adapter.ts'

/** Longest lifetime that oidc-provider gives a pushed request. Seconds. */
const lifetimeOfProvider = 60

/** Time for a user to get to the browser; under FAPI less than ten minutes (FAPI 2.0 5.3.2.2-11). Seconds. */
const lifetime = 300

const secondsNow = (): number => Math.floor(Date.now() / 1000)

const isSigned = (request: string): boolean => decodeProtectedHeader(request).alg !== 'none'

/** Returns seconds: `lifetime`, or that of a signed request object. */
export function lifetimeOfPushed(request: string, given: number): number {
  if (given < lifetimeOfProvider) return given
  const { exp } = decodeJwt(request)
  return isSigned(request) && exp ? Math.min(exp - secondsNow(), lifetime) : lifetime
}

/** oidc-provider has no option for the extended lifetime. */
export class PushedRequestAdapter extends ArtifactAdapter {
  override async upsert(id: string, payload: AdapterPayload, expiresIn = 0): Promise<undefined> {
    const { request } = payload
    // Other routes store requests in the same table with a lifetime of their own.
    const isPushed = Provider.ctx?.oidc?.route === 'pushed_authorization_request'
    if (!isPushed || typeof request !== 'string') return super.upsert(id, payload, expiresIn)
    const seconds = lifetimeOfPushed(request, expiresIn)
    if (seconds === expiresIn) return super.upsert(id, payload, expiresIn)
    const exp = secondsNow() + seconds
    // oidc-provider compares the expiry in the request again when the browser arrives.
    const extended = isSigned(request) ? request : new UnsecuredJWT({ ...decodeJwt(request), exp }).encode()
    return super.upsert(id, { ...payload, request: extended, exp }, seconds)
  }
}
