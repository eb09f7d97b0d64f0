import type { Members, Wrapper } from './override.ts'

type Persist = Members['Session.prototype']['persist']

/**
 * Skips a session that was never stored. When a page of the device flow fails, oidc-provider puts a token for its own form
 * into the session, persists it, and throws when the session is new. The form of Signet needs no token.
 */
export const skipUnstored: Wrapper<Persist> = (persist) =>
  async function persistStored() {
    return typeof this.exp === 'number' ? persist.call(this) : ''
  }
