import { requireRequestState } from '../request/state.ts'
import type { Members, Wrapper } from './override.ts'

type Persist = Members['Session.prototype']['persist']
type LoginAccount = Members['Session.prototype']['loginAccount']

/**
 * When a page of the device flow fails, oidc-provider puts a token for its own form into the session, persists it, and throws when the
 * session is new. The form of Signet needs no token.
 */
export const skipUnstored: Wrapper<Persist> = (persist) =>
  async function persistStored() {
    return typeof this.exp === 'number' ? persist.call(this) : ''
  }

export const addPresented: Wrapper<Members['Session']['IN_PAYLOAD']> = (names) =>
  function namesWithPresented() {
    return [...names.call(this), 'presented']
  }

/** Stores the credentials that began the session. A later sign-in of the session replaces them. */
export const storePresented: Wrapper<LoginAccount> = (loginAccount) =>
  function loginWithCredentials(details) {
    loginAccount.call(this, details)
    this.presented = requireRequestState().presented
  }
