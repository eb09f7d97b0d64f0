/** Throws, or takes long, when a dependency does not answer. */
export type Check = () => Promise<boolean>

/** Costs more than the other checks. */
export interface SeldomCheck {
  readonly check: Check
  readonly everyMs: number
}

export type Checks = Readonly<Record<string, Check | SeldomCheck>>

interface CheckState {
  readonly name: string
  readonly check: Check
  readonly everyMs: number
  dueAt: number
  /** Confirmed; undefined until the first answer. */
  result: boolean | undefined
  /** The last answer differed from `result`; the next one confirms or discards it. */
  isInDoubt: boolean
  /** The dependency did not answer the last time, or is slow to answer now. */
  isLate: boolean
}

const everyMs = 1_000
const lateAfterMs = 2_000

/**
 * Runs checks in the background, so that a probe reads their results from memory. A result changes when two successive answers agree. A
 * missing answer changes no result: it is a failure of a dependency that all replicas share, and removing every replica from the load
 * balancer would turn it into an outage (decision 98).
 */
export class Readiness {
  readonly #states: readonly CheckState[]
  readonly #intervalMs: number
  #isStopped = false
  #timer: NodeJS.Timeout | undefined
  #firstRound: Promise<void> | undefined

  constructor(checks: Checks, intervalMs: number = everyMs) {
    this.#intervalMs = intervalMs
    this.#states = Object.entries(checks).map(([name, one]) => ({
      name,
      ...(typeof one === 'function' ? { check: one, everyMs: 0 } : one),
      dueAt: 0,
      result: undefined,
      isInDoubt: false,
      isLate: false,
    }))
  }

  /** Resolves after the first round. */
  start(): Promise<void> {
    this.#firstRound ??= this.#round()
    return this.#firstRound
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  /** Checks that report a wrong state, or never answered. */
  get failing(): string[] {
    return this.#states.filter(({ result }) => result !== true).map(({ name }) => name)
  }

  /** Checks whose result is kept from an earlier answer. */
  get late(): string[] {
    return this.#states.filter(({ result, isLate }) => result === true && isLate).map(({ name }) => name)
  }

  async #round(): Promise<void> {
    // One after the other: the checks of a database share one connection.
    for (const state of this.#states) if (performance.now() >= state.dueAt) await run(state)
    if (this.#isStopped) return
    this.#timer = setTimeout(() => void this.#round(), this.#intervalMs).unref()
  }
}

async function run(state: CheckState): Promise<void> {
  const timer = setTimeout(() => {
    state.isLate = true
  }, lateAfterMs).unref()
  try {
    note(state, await state.check())
    state.isLate = false
    // A doubtful answer, or none, is followed by another check in the next round.
    if (!state.isInDoubt) state.dueAt = performance.now() + state.everyMs
  } catch {
    state.isLate = true
  } finally {
    clearTimeout(timer)
  }
}

function note(state: CheckState, answer: boolean): void {
  const isConfirmed = state.result === undefined || state.isInDoubt
  state.isInDoubt = answer !== state.result && !isConfirmed
  if (isConfirmed) state.result = answer
}
