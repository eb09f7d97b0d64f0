import { createHmac, randomBytes } from 'node:crypto'
import { normalizeKey } from '@signet/accounts'
import { RateLimiter } from '@signet/http'

/** A question to the other system of a project. */
export interface GatedQuestion {
  readonly projectId: string
  readonly url: string
  readonly login: string
  readonly password: string
}

/** Requests of one project in progress or waiting for a connection. */
const concurrent = 24

/** Requests of one project in a window: guesses at unknown names reach the other system slowly. */
const allowance = { max: 100, windowSeconds: 10 }
const trackedProjects = 10_000

/** Times for which a name, or a name with a password, is not asked again. */
const unknownMs = 5 * 60_000
const refusedMs = 60_000

const remembered = 10_000

/** Remembers refused names and passwords, replaced in memory with a key of the process. */
export class MigrationGate {
  readonly #key = randomBytes(32)
  readonly #limiter = new RateLimiter()
  readonly #running = new Map<string, number>()
  readonly #skipped = new Map<string, number>()
  /** Times until which questions are not asked again, in the order in which they were stored. */
  readonly #refused = new Map<string, number>()

  isRefused(question: GatedQuestion): boolean {
    const now = Date.now()
    return [this.#digestOf(question), this.#digestOf(question, question.password)].some(
      (key) => (this.#refused.get(key) ?? 0) > now,
    )
  }

  remember(question: GatedQuestion, answer: 'unknown' | 'refused'): void {
    const isUnknown = answer === 'unknown'
    const key = isUnknown ? this.#digestOf(question) : this.#digestOf(question, question.password)
    this.#refused.delete(key)
    this.#refused.set(key, Date.now() + (isUnknown ? unknownMs : refusedMs))
    const [oldest] = this.#refused.keys()
    if (this.#refused.size > remembered && oldest !== undefined) this.#refused.delete(oldest)
  }

  /** @returns the function that ends the request; null beyond the limits, which is counted as skipped */
  enter(projectId: string): (() => void) | null {
    const running = this.#running.get(projectId) ?? 0
    const isAllowed =
      running < concurrent &&
      this.#limiter.take('migration hook', projectId, allowance, trackedProjects) === 0
    if (!isAllowed) {
      this.#skipped.set(projectId, (this.#skipped.get(projectId) ?? 0) + 1)
      return null
    }
    this.#running.set(projectId, running + 1)
    return () => {
      const left = (this.#running.get(projectId) ?? 1) - 1
      if (left === 0) this.#running.delete(projectId)
      else this.#running.set(projectId, left)
    }
  }

  takeSkipped(projectId: string): number {
    const skipped = this.#skipped.get(projectId) ?? 0
    this.#skipped.delete(projectId)
    return skipped
  }

  #digestOf({ projectId, url, login }: GatedQuestion, password?: string): string {
    const text = JSON.stringify([projectId, url, normalizeKey(login), password ?? null])
    return createHmac('sha256', this.#key).update(text).digest('base64url')
  }
}
