import { type Egress, egressBytes } from '@signet/http'
import {
  createLocalJWKSet,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyOptions,
  errors as joseErrors,
  jwtVerify,
} from 'jose'
import { LRUCache } from 'lru-cache'

/**
 * Lifetime of an issuer's cached keys, and shortest time between two fetches for unknown keys. Milliseconds.
 */
const freshMs = 600_000
const againMs = 30_000
const maxIssuers = 100

/** Asymmetric algorithms: no issuer shares a secret with Signet. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

interface CachedKeys {
  readonly keys: JSONWebKeySet
  readonly readAt: number
}

/**
 * Verifies signatures of issuers that an administrator configured. Fetches their keys through the egress
 * guard.
 */
export class TrustedKeys {
  readonly #egress: Egress
  readonly #known = new LRUCache<string, CachedKeys>({ max: maxIssuers, ttl: freshMs })

  constructor(egress: Egress) {
    this.#egress = egress
  }

  /** @throws JOSEError for a token that is not valid, EgressRefused when the issuer's keys cannot be read */
  async verify(token: string, issuer: string, options: JWTVerifyOptions): Promise<JWTPayload> {
    const known = this.#known.get(issuer) ?? (await this.#read(issuer))
    const check = async ({ keys }: CachedKeys) =>
      (await jwtVerify(token, createLocalJWKSet(keys), { ...options, issuer, algorithms })).payload
    try {
      return await check(known)
    } catch (error) {
      const isUnfamiliar = error instanceof joseErrors.JWKSNoMatchingKey
      if (!isUnfamiliar || Date.now() - known.readAt < againMs) throw error
      return check(await this.#read(issuer))
    }
  }

  async #read(issuer: string): Promise<CachedKeys> {
    const at = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const metadata = await this.#json<{ issuer?: unknown; jwks_uri?: unknown }>(at, egressBytes.discovery)
    if (metadata.issuer !== issuer || typeof metadata.jwks_uri !== 'string')
      throw new joseErrors.JWKSInvalid('the issuer does not describe itself')
    const keys = await this.#json<JSONWebKeySet>(metadata.jwks_uri, egressBytes.keys)
    const known = { keys, readAt: Date.now() }
    this.#known.set(issuer, known)
    return known
  }

  async #json<Document>(url: string, maxBytes: number): Promise<Document> {
    return (await this.#egress.fetch(url, { expect: 'json', maxBytes })).json() as Promise<Document>
  }
}
