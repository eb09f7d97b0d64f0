import { LRUCache } from 'lru-cache'
import type { Client } from 'oidc-provider'
import { isMetadataDocument } from '../clients/client-metadata.ts'
import { dropStandInKeys } from '../clients/client-secret.ts'
import type { ClientKeyStore } from './client-key-store.ts'
import type { Members, Wrapper } from './override.ts'

type FindClient = Members['Client']['find']

const maxClients = 1000

/**
 * The provider exists for exact versions. A metadata document changes without these versions: the cache of oidc-provider follows its
 * HTTP headers.
 */
export const cacheClients: Wrapper<FindClient> = (read) => {
  const cached = new LRUCache<string, Client>({ max: maxClients })
  return async function find(id) {
    // The claims of an unverified assertion name the client, and may be of any type.
    if (typeof id !== 'string' || id.includes('\0')) return undefined
    const known = cached.get(id)
    if (known) return known
    const found = await read.call(this, id)
    if (found && !isMetadataDocument(found)) cached.set(id, found)
    return found
  }
}

/**
 * oidc-provider creates a client for each look-up of a metadata document: all of them share one key store, so that `jwks_uri` is not
 * fetched for each.
 */
export const prepareKeys: Wrapper<FindClient> = (read, { overrideKeyStore }) => {
  const stores = new LRUCache<string, ClientKeyStore>({ max: maxClients })
  return async function find(id) {
    const found = await read.call(this, id)
    if (!found) return undefined
    dropStandInKeys(found)
    if (found.jwksUri === undefined) return found
    const place = `${found.clientId} ${found.jwksUri}`
    const isShared = isMetadataDocument(found)
    const store = overrideKeyStore(found, isShared ? stores.get(place) : undefined)
    if (isShared && store) stores.set(place, store)
    return found
  }
}
