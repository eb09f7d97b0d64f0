import { type Egress, EgressBusy } from '@signet/http'
import { LRUCache } from 'lru-cache'

const maxRemembered = 500

interface Times {
  /** Validity of a response. */
  readonly recentMs: number
  /** Validity of a failed check. */
  readonly failureMs: number
}

/** The egress reports a failure at the next multiple of 250 ms, which is 2 s. */
const checkMs = 1_800

/**
 * An unreachable provider would make the browser show its own error page, without a link back. Concurrent sign-ins share one check,
 * also of several projects with one provider.
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

  noteAnswer(issuer: string): void {
    this.#answers.set(issuer, Promise.resolve())
  }

  /** @throws EgressRefused when the provider does not answer */
  check(issuer: string): Promise<void> {
    const known = this.#answers.get(issuer)
    if (known) return known
    const checking = this.#fetchDiscovery(issuer)
    // Lives longer than the check itself, also when `recentMs` is short.
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
      // This process has too many outgoing requests; the provider may be reachable.
      if (!(error instanceof EgressBusy)) throw error
    }
  }
}
