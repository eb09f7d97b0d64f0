import { LRUCache } from 'lru-cache'

interface CircuitBreaker {
  inside: number
  failures: number
  openUntil: number
}

const maxConcurrent = 2
const failuresUntilOpen = 5
const openMs = 15_000
const maxBreakers = 10_000

const later = new Set([408, 425, 429])

export const isTemporary = (status: number): boolean => status >= 500 || later.has(status)

/** Permits two concurrent calls to a relying party, and none for 15 seconds after five consecutive failures. */
export class CircuitBreakers {
  readonly #breakers = new LRUCache<string, CircuitBreaker>({ max: maxBreakers })

  /**
   * @param key the project and address of the relying party
   * @throws CircuitOpen without a call; the caller retries later
   */
  async run<T>(key: string, call: () => Promise<T>): Promise<T> {
    const breaker = this.#of(key)
    if (breaker.inside >= maxConcurrent || breaker.openUntil > Date.now()) throw new CircuitOpen()
    breaker.inside += 1
    try {
      const result = await call()
      breaker.failures = 0
      return result
    } catch (error) {
      breaker.failures += 1
      if (breaker.failures >= failuresUntilOpen) breaker.openUntil = Date.now() + openMs
      throw error
    } finally {
      breaker.inside -= 1
    }
  }

  #of(key: string): CircuitBreaker {
    const known = this.#breakers.get(key)
    if (known) return known
    const breaker = { inside: 0, failures: 0, openUntil: 0 }
    this.#breakers.set(key, breaker)
    return breaker
  }
}

class CircuitOpen extends Error {
  override name = 'CircuitOpen'
}
