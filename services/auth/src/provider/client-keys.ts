import { errors } from 'oidc-provider'
import type { ClientKeyStore } from './client-key-store.ts'
import type { Members, Wrapper } from './override.ts'

/** Time between two fetches of a client's key set, independent of the presented keys. */
const shortestIntervalMs = 3_000

const isRecent = ({ fetchedAt = 0 }: ClientKeyStore): boolean => Date.now() - fetchedAt < shortestIntervalMs

/** Fetches at most once per interval, a failing address included. */
export const fetchSeldom: Wrapper<Members['ClientKeyStore']['refresh']> = (fetch) =>
  async function refresh() {
    if (this.fresh()) return
    if (!this.lock) {
      if (isRecent(this))
        throw new errors.InvalidClientMetadata('client JSON Web Key Set failed to be refreshed')
      this.fetchedAt = Date.now()
    }
    await fetch.call(this)
  }

/** The next look-up reads `jwks_uri` again. */
export const refetchForUnknownKey: Wrapper<Members['ClientKeyStore']['selectForVerify']> = (select) =>
  function selectForVerify(wanted) {
    const keys = select.call(this, wanted)
    if (keys.length === 0 && !isRecent(this)) this.freshUntil = undefined
    return keys
  }
