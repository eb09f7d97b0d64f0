import { isLockTimeout, isRetryable, Unavailable } from '@signet/db'
import { outsideRequests } from '@signet/runtime'

/** A statement under way for longer than this is held up, and others no longer wait for it. Milliseconds. */
const heldUpAfter = 20

/** Statements under way at once when some are held up. */
const mostUnderWay = 4

/** Asked together at most. */
const mostTogether = 64

interface Waiting<Ask, Answer> {
  readonly ask: Ask
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Asks the database for many at once: what is asked while a statement is under way is asked together by the next one.
 * A quiet server sends one statement for each, a busy one a small fraction of that, and each answer was still read or
 * written after it was asked for. What fails together is asked again apart, so that nobody fails for another.
 */
export class Batcher<Ask, Answer> {
  readonly #answer: (asks: readonly Ask[]) => Promise<readonly Answer[]>
  #waiting: Waiting<Ask, Answer>[] = []
  #underWay = 0
  #sentAt = 0

  /** @param answer one statement; its answers are in the order of what was asked */
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
    return this.#underWay < mostUnderWay && performance.now() - this.#sentAt > heldUpAfter
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

  async #run(together: readonly Waiting<Ask, Answer>[]): Promise<void> {
    try {
      // Nobody's deadline decides about what others asked.
      const answers = await outsideRequests(() => this.#answer(together.map(({ ask }) => ask)))
      for (const [index, { resolve }] of together.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      if (together.length === 1 || !isOfOne(error)) for (const { reject } of together) reject(error)
      else await this.#runApart(together)
    }
  }

  /** In halves, so that whoever fails is found with few statements. */
  async #runApart(together: readonly Waiting<Ask, Answer>[]): Promise<void> {
    const middle = together.length >> 1
    await Promise.all([this.#run(together.slice(0, middle)), this.#run(together.slice(middle))])
  }
}

/** Nothing was changed, and the failure may be that of one alone. */
const isOfOne = (error: unknown): boolean =>
  !(error instanceof Unavailable) || isRetryable(error) || isLockTimeout(error)
