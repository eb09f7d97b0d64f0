import { type Egress, EgressRefused, egressBytes } from '@signet/http'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'
import { requireKeyOfIssuer } from './key-issuers.ts'
import { KeysUnavailable } from './keys-unavailable.ts'
import { KeySet, KeysDiscovery } from './provider-answers.ts'

/** Longest time for which a revoked key is trusted. */
const cachedMs = 60_000
const maxCached = 500
/** Time between two fetches for tokens with unknown keys. */
const askAgainMs = 10_000

/** Asymmetric only. */
export const providerAlgorithms = [
  'RS256',
  'PS256',
  'ES256',
  'EdDSA',
  'Ed25519',
  'RS384',
  'RS512',
  'PS384',
  'PS512',
  'ES384',
  'ES512',
]

type Keys = JWTVerifyGetKey

/** Limited in number, size and age. */
export class ProviderKeys {
  readonly #egress: Egress
  readonly #sets = new LRUCache<string, Promise<Keys>>({ max: maxCached, ttl: cachedMs })
  readonly #addresses = new LRUCache<string, Promise<string>>({ max: maxCached, ttl: cachedMs })
  readonly #askedAgain = new LRUCache<string, true>({ max: maxCached, ttl: askAgainMs })

  constructor(egress: Egress) {
    this.#egress = egress
  }

  /**
   * Finds the keys of an issuer by discovery.
   * @throws KeysUnavailable
   */
  async of(issuer: string): Promise<JWTVerifyGetKey> {
    return this.at(await cached(this.#addresses, issuer, () => this.#discover(issuer)))
  }

  at(address: string): JWTVerifyGetKey {
    return async (header, token) => {
      const keys = await this.#set(address)
      try {
        return await keys(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || this.#askedAgain.has(address)) throw error
        this.#askedAgain.set(address, true)
        this.#sets.delete(address)
        return (await this.#set(address))(header, token)
      }
    }
  }

  #set(address: string): Promise<Keys> {
    return cached(this.#sets, address, async () => {
      const keys = KeySet.safeParse(await this.#json(address, egressBytes.keys))
      if (!keys.success) throw new KeysUnavailable()
      const find = createLocalJWKSet(keys.data as JSONWebKeySet)
      const requireIssuer = requireKeyOfIssuer(keys.data.keys)
      return async (header, token) => {
        requireIssuer(header, String(token.payload))
        return find(header, token)
      }
    })
  }

  async #discover(issuer: string): Promise<string> {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const discovery = KeysDiscovery.safeParse(await this.#json(address, egressBytes.discovery))
    if (!discovery.success || discovery.data.issuer !== issuer) throw new KeysUnavailable()
    return discovery.data.jwks_uri
  }

  async #json(url: string, maxBytes: number): Promise<unknown> {
    try {
      const headers = { accept: 'application/json' }
      const response = await this.#egress.fetch(url, { headers, maxBytes, expect: 'json' })
      return await response.json()
    } catch (error) {
      if (error instanceof EgressRefused) return undefined
      throw error
    }
  }
}

/** Does not cache failures. */
function cached<Value>(
  cache: LRUCache<string, Promise<Value>>,
  key: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const found = cache.get(key)
  if (found) return found
  const reading = read()
  cache.set(key, reading)
  reading.catch(() => cache.delete(key))
  return reading
}
