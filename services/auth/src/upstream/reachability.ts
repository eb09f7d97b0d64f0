import { type Egress, EgressBusy } from '@signet/http'
import { LRUCache } from 'lru-cache'

const maxRemembered = 500

/** Times in milliseconds. */
interface Times {
  /** How long after its last answer a provider is assumed to be reachable. */
  readonly recentMs: number
  /** How long after a failed check a provider is assumed to be away. */
  readonly failureMs: number
}

/** Longest check. The egress reports a failure at the next multiple of 250 ms, which is 2 s. */
const checkMs = 1_800

/**
 * Checks that a provider answers before a browser is sent to it: the browser would show an error of its own, without a way on.
 * Concurrent sign-ins share one check, also of several projects with one provider.
 */
export class Reachability {
  readonly #egress: Egress
  readonly #times: Times
  readonly #answers: LRUCache<string, Promise<void>>

  constructor(egress: Egress, times: Times) {
    this.#egress = egress
    this.#times = times
    this.#answers = new LRUCache({ max: maxRemembered, ttl: times.recentMs })
  }

  /** Records that the provider answered a request of any kind. */
  noteAnswer(issuer: string): void {
    this.#answers.set(issuer, Promise.resolve())
  }

  /** @throws EgressRefused when the provider does not answer */
  check(issuer: string): Promise<void> {
    const known = this.#answers.get(issuer)
    if (known) return known
    const checking = this.#fetchDiscovery(issuer)
    // Outlasts the check itself, however short the time of an answer is.
    this.#answers.set(issuer, checking, { ttl: Math.max(this.#times.recentMs, 2 * checkMs) })
    checking.then(
      () => this.noteAnswer(issuer),
      () => this.#answers.set(issuer, checking, { ttl: this.#times.failureMs }),
    )
    return checking
  }

  async #fetchDiscovery(issuer: string): Promise<void> {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    try {
      await this.#egress.fetch(address, { expect: 'json', signal: AbortSignal.timeout(checkMs) })
    } catch (error) {
      // The requests of this process are the limit, and the provider may well be reachable.
      if (!(error instanceof EgressBusy)) throw error
    }
  }
}
