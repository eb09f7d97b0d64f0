import { limits } from '@signet/contracts'
import type { Database } from '@signet/db'
import {
  type ChangeOutcome,
  type ConnectionRef,
  type NotedRequest,
  recordOutcomes,
  recordRequests,
} from '@signet/provisioning'
import type { Logger } from '@signet/runtime'

const flushMs = 1_000

/** Waiting outcomes of one connection; the oldest ones beyond it are dropped. */
const maxOutcomes = 5_000

interface Waiting {
  readonly at: ConnectionRef
  readonly requests: NotedRequest[]
  readonly outcomes: ChangeOutcome[]
}

/**
 * Requests of directories, and users and groups whose last change was refused. Writes about once a second, so that an import does not
 * add a write to each request. A killed process loses requests; they are only informational.
 */
export class RequestLog {
  readonly #database: Database
  readonly #logger: Logger
  #waiting = new Map<string, Waiting>()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(database: Database, logger: Logger) {
    this.#database = database
    this.#logger = logger
  }

  note(at: ConnectionRef, request: NotedRequest): void {
    const { requests } = this.#waitingOf(at)
    requests.push(request)
    // Only the newest requests are stored, so older ones need not wait.
    if (requests.length > limits.provisioningRequests) requests.shift()
  }

  noteOutcome(at: ConnectionRef, outcome: ChangeOutcome): void {
    const { outcomes } = this.#waitingOf(at)
    outcomes.push(outcome)
    if (outcomes.length > maxOutcomes) outcomes.shift()
  }

  #waitingOf(at: ConnectionRef): Waiting {
    this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref()
    const waiting = this.#waiting.get(at.connectionId) ?? { at, requests: [], outcomes: [] }
    this.#waiting.set(at.connectionId, waiting)
    return waiting
  }

  /** Writes after an earlier call, so that outcomes are stored in their order. */
  flush(): Promise<void> {
    this.#running = this.#running.then(() => this.#write())
    return this.#running
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const all = [...this.#waiting.values()]
    this.#waiting = new Map()
    for (const { at, requests, outcomes } of all)
      await this.#database
        .inProject(at.projectId)
        .transaction(async (tx) => {
          if (outcomes.length > 0) await recordOutcomes(tx, at, outcomes)
          if (requests.length > 0) await recordRequests(tx, at, requests)
        })
        .catch((error: unknown) =>
          this.#logger.warn({ err: error }, 'requests of a connection were not stored'),
        )
  }
}
