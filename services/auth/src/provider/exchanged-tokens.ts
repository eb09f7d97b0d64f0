import type { AccessToken } from 'oidc-provider'
import { exchangeOf, type FoundAccessToken } from '../request/exchanged.ts'
import type { Find, FoundToken, Wrapper } from './override.ts'
import { signInReader } from './sign-in-of-token.ts'

/**
 * Requires the grant and the session of the sign-in. oidc-provider compares the client of a token with that of its grant, which differ
 * here.
 */
export const findWithSignIn: Wrapper<Find<FoundToken>> = (find, parts) => {
  const readSignIn = signInReader(parts)
  return async function findExchanged(value, options) {
    const token = (await find.call(this, value, options)) as AccessToken | undefined
    if (!token || !exchangeOf(token.extra)) return token
    return (await readSignIn(token.grantId, token.sid)) && withSourceGrant(token)
  }
}

/** Moves the grant to a member that oidc-provider does not read. */
export const withSourceGrant = (token: AccessToken): FoundAccessToken =>
  Object.assign(token as FoundAccessToken, { sourceGrantId: token.grantId, grantId: undefined as never })
