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

/** Lifetime of cached keys, and shortest time between two fetches for unknown keys. */
const freshMs = 600_000
const againMs = 30_000
const maxIssuers = 100

/** Asymmetric only: no issuer shares a secret with Signet. */
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

/** The issuer's metadata names the address when neither keys nor address are given. */
export interface KeySource {
  readonly issuer: string
  readonly jwks?: { readonly keys: readonly object[] } | undefined
  readonly jwksUri?: string | undefined
}

interface CachedKeys {
  readonly keys: JSONWebKeySet
  readonly readAt: number
}

const cacheKey = ({ issuer, jwksUri = '' }: KeySource): string => `${issuer} ${jwksUri}`

/** Fetches the keys of configured issuers through the egress guard. */
export class TrustedKeys {
  readonly #egress: Egress
  readonly #known = new LRUCache<string, CachedKeys>({ max: maxIssuers, ttl: freshMs })

  constructor(egress: Egress) {
    this.#egress = egress
  }

  /** @throws JOSEError for an invalid token, EgressRefused when the issuer's keys cannot be read */
  async verify(token: string, source: KeySource, options: JWTVerifyOptions): Promise<JWTPayload> {
    const { issuer, jwks } = source
    const check = async ({ keys }: Pick<CachedKeys, 'keys'>) =>
      (await jwtVerify(token, createLocalJWKSet(keys), { ...options, issuer, algorithms })).payload
    if (jwks) return check({ keys: jwks as JSONWebKeySet })
    const known = this.#known.get(cacheKey(source)) ?? (await this.#read(source))
    try {
      return await check(known)
    } catch (error) {
      const isUnfamiliar = error instanceof joseErrors.JWKSNoMatchingKey
      if (!isUnfamiliar || Date.now() - known.readAt < againMs) throw error
      return check(await this.#read(source))
    }
  }

  async #read(source: KeySource): Promise<CachedKeys> {
    const address = source.jwksUri ?? (await this.#discover(source.issuer))
    const keys = await this.#json<JSONWebKeySet>(address, egressBytes.keys)
    const known = { keys, readAt: Date.now() }
    this.#known.set(cacheKey(source), known)
    return known
  }

  async #discover(issuer: string): Promise<string> {
    const at = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const metadata = await this.#json<{ issuer?: unknown; jwks_uri?: unknown }>(at, egressBytes.discovery)
    if (metadata.issuer !== issuer || typeof metadata.jwks_uri !== 'string')
      throw new joseErrors.JWKSInvalid('the issuer does not describe itself')
    return metadata.jwks_uri
  }

  async #json<Document>(url: string, maxBytes: number): Promise<Document> {
    return (await this.#egress.fetch(url, { expect: 'json', maxBytes })).json() as Promise<Document>
  }
}
