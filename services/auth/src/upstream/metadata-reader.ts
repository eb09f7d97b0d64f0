import type { IdentityProviderMetadata } from '@signet/federation/saml'
import { type Egress, EgressBusy, EgressRefused, egressBytes } from '@signet/http'
import { LRUCache } from 'lru-cache'
import { UpstreamProblem } from './problem.ts'

const maxCached = 500
/** Time between two fetches for responses with unknown keys. */
const askAgainMs = 10_000
/** Longest fetch before a redirect. */
const fetchMs = 1_800

interface Times {
  /** Time for which metadata is not fetched again. */
  readonly recentMs: number
  /** Time for which a provider is assumed to be unreachable. */
  readonly failureMs: number
}

/** Limited in number, size and age. */
export class MetadataReader {
  readonly #egress: Egress
  readonly #times: Times
  readonly #read: LRUCache<string, Promise<IdentityProviderMetadata>>
  readonly #askedAgain = new LRUCache<string, true>({ max: maxCached, ttl: askAgainMs })

  constructor(egress: Egress, times: Times) {
    this.#egress = egress
    this.#times = times
    this.#read = new LRUCache({ max: maxCached, ttl: times.recentMs })
  }

  /**
   * Concurrent sign-ins share one fetch.
   * @throws UpstreamProblem, EgressRefused
   */
  read(url: string): Promise<IdentityProviderMetadata> {
    const found = this.#read.get(url)
    if (found) return found
    const reading = this.#fetch(url)
    // Lives longer than the fetch itself, also when `recentMs` is short.
    this.#read.set(url, reading, { ttl: Math.max(this.#times.recentMs, 2 * fetchMs) })
    reading.then(
      () => this.#read.set(url, reading),
      (error: unknown) => {
        // This process has too many outgoing requests; the provider may be reachable.
        if (error instanceof EgressBusy) this.#read.delete(url)
        else this.#read.set(url, reading, { ttl: this.#times.failureMs })
      },
    )
    return reading
  }

  /** Fetches for a response with an unknown key; null when the metadata was fetched for another one just now. */
  async readAgain(url: string): Promise<IdentityProviderMetadata | null> {
    if (this.#askedAgain.has(url)) return null
    this.#askedAgain.set(url, true)
    this.#read.delete(url)
    return this.read(url)
  }

  async #fetch(url: string): Promise<IdentityProviderMetadata> {
    const response = await this.#egress.fetch(url, {
      maxBytes: egressBytes.metadata,
      signal: AbortSignal.timeout(fetchMs),
    })
    if (!response.ok) throw new EgressRefused()
    const { MetadataRefused, parseMetadata } = await import('@signet/federation/saml')
    try {
      return parseMetadata(await response.text())
    } catch (error) {
      if (!(error instanceof MetadataRefused)) throw error
      throw new UpstreamProblem(`The metadata of the provider cannot be used: ${error.message}.`)
    }
  }
}
