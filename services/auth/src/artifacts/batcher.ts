import { isLockTimeout, isRetryable, Unavailable } from '@signet/db'
import { outsideRequests } from '@signet/runtime'

/** A statement that runs longer no longer delays others. */
const delayedAfterMs = 20

/** Concurrent statements while some are delayed. */
const mostUnderWay = 4

/** Requests per statement. */
const mostTogether = 64

interface PendingAsk<Ask, Answer> {
  readonly ask: Ask
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Combines requests that arrive while a statement runs. Each result was read or written after its request arrived. The requests of a
 * failed statement are repeated separately.
 */
export class Batcher<Ask, Answer> {
  readonly #answer: (asks: readonly Ask[]) => Promise<readonly Answer[]>
  #waiting: PendingAsk<Ask, Answer>[] = []
  #underWay = 0
  #sentAt = 0

  /** @param answer returns the results in the order of the requests */
  constructor(answer: (asks: readonly Ask[]) => Promise<readonly Answer[]>) {
    this.#answer = answer
  }

  ask(ask: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ask, resolve, reject })
      if (this.#mayBegin()) void this.#drain()
    })
  }

  #mayBegin(): boolean {
    if (this.#underWay === 0) return true
    return this.#underWay < mostUnderWay && performance.now() - this.#sentAt > delayedAfterMs
  }

  async #drain(): Promise<void> {
    this.#underWay += 1
    while (this.#waiting.length) {
      const together = this.#waiting.splice(0, mostTogether)
      this.#sentAt = performance.now()
      await this.#run(together)
    }
    this.#underWay -= 1
  }

  async #run(together: readonly PendingAsk<Ask, Answer>[]): Promise<void> {
    try {
      // The deadline of one request must not cancel the statement of the others.
      const answers = await outsideRequests(() => this.#answer(together.map(({ ask }) => ask)))
      for (const [index, { resolve }] of together.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      if (together.length === 1 || !isOfOne(error)) for (const { reject } of together) reject(error)
      else await this.#runApart(together)
    }
  }

  /** Repeats in halves, which isolates a failing request with few statements. */
  async #runApart(together: readonly PendingAsk<Ask, Answer>[]): Promise<void> {
    const middle = together.length >> 1
    await Promise.all([this.#run(together.slice(0, middle)), this.#run(together.slice(middle))])
  }
}

/** True when nothing was changed and a single request may have caused the failure. */
const isOfOne = (error: unknown): boolean =>
  !(error instanceof Unavailable) || isRetryable(error) || isLockTimeout(error)
