// Global Token Revocation (draft-parecki-oauth-global-token-revocation)
import { type Egress, EgressRefused, egressBytes, maxKeysOfSet } from '@signet/runtime'
import { createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { NotTrusted } from './caller.ts'

/** How long keys are held: no longer than a revoked one may be trusted. Milliseconds. */
const heldMs = 60_000
const maxHeld = 100

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) })
const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(maxKeysOfSet) })

type Keys = ReturnType<typeof createLocalJWKSet>

/** Keys of identity providers, by their discovery documents, through the guarded egress (R17). */
export class ProviderKeys {
  readonly #egress: Egress
  readonly #held = new LRUCache<string, Promise<Keys>>({ max: maxHeld, ttl: heldMs })

  constructor(egress: Egress) {
    this.#egress = egress
  }

  /** @throws NotTrusted when they cannot be had */
  of(issuer: string): Promise<Keys> {
    const held = this.#held.get(issuer)
    if (held) return held
    const keys = this.#fetch(issuer)
    this.#held.set(issuer, keys)
    keys.catch(() => this.#held.delete(issuer))
    return keys
  }

  async #fetch(issuer: string): Promise<Keys> {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const discovery = Discovery.safeParse(await this.#json(address, egressBytes.discovery))
    if (!discovery.success || discovery.data.issuer !== issuer) throw new NotTrusted()
    const keys = KeySet.safeParse(await this.#json(discovery.data.jwks_uri, egressBytes.keys))
    if (!keys.success) throw new NotTrusted()
    return createLocalJWKSet(keys.data as JSONWebKeySet)
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
