import type { Logger } from '@signet/runtime'

const AGAIN_AFTER_MS = 10 * 60_000

export interface RepeatedFailure {
  /**
   * Logs the failure when it begins, when its cause changes, and every ten minutes.
   * @returns the number of successive failures
   */
  failed(error: unknown, facts?: object): number
  succeeded(): void
}

export function repeatedFailure(logger: Logger | undefined, message: string): RepeatedFailure {
  let count = 0
  let cause = ''
  let loggedAt = 0
  return {
    failed(error, facts = {}) {
      count += 1
      const now = performance.now()
      const text = String(error)
      if (count === 1 || text !== cause || now - loggedAt > AGAIN_AFTER_MS) {
        logger?.warn({ err: error, ...facts, failures: count }, message)
        loggedAt = now
      }
      cause = text
      return count
    },
    succeeded() {
      count = 0
    },
  }
}
