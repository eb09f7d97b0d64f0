import type { Client } from 'oidc-provider'
import { errors } from 'oidc-provider'

/** A client's key set is fetched at most this often, whatever anybody signs with. Milliseconds. */
const atMostEveryMs = 3_000

interface KeyStore {
  freshUntil?: number | undefined
  lock?: Promise<void>
  fresh(): boolean
  refresh(): Promise<void>
  selectForVerify(wanted: { alg?: string; kid?: string }): readonly unknown[]
}

/**
 * A key that a client has published after its set was read is known as soon as it signs: an unfamiliar `kid` reads
 * `jwks_uri` again (OpenID Connect Core 10.1.1). Neither invented keys nor an address that fails make more fetches.
 */
export function refetchUnfamiliarKeys(client: Client): void {
  if (client.jwksUri === undefined) return
  const store = (client as unknown as { asymmetricKeyStore: KeyStore }).asymmetricKeyStore
  const { refresh, selectForVerify } = store
  let fetchedAt = 0
  const isRecent = () => Date.now() - fetchedAt < atMostEveryMs
  store.refresh = async () => {
    if (store.fresh()) return
    if (!store.lock) {
      if (isRecent()) throw new errors.InvalidClientMetadata('client JSON Web Key Set failed to be refreshed')
      fetchedAt = Date.now()
    }
    await refresh.call(store)
  }
  store.selectForVerify = (wanted) => {
    const keys = selectForVerify.call(store, wanted)
    if (keys.length === 0 && !isRecent()) store.freshUntil = undefined
    return keys
  }
}
