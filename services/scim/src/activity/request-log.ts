import { limits } from '@signet/contracts'
import type { Database } from '@signet/db'
import { type ConnectionRef, type NotedRequest, recordRequests } from '@signet/provisioning'
import type { Logger } from '@signet/runtime'

/** Interval between two writes of the log. */
const flushMs = 1_000

interface WaitingRequests {
  readonly at: ConnectionRef
  readonly requests: NotedRequest[]
}

/**
 * Log of the requests of directories. Writes about once a second, so that an import does not add a write to each
 * request. Requests that a killed process had not written are lost; they are only informational.
 */
export class RequestLog {
  readonly #database: Database
  readonly #logger: Logger
  #waiting = new Map<string, WaitingRequests>()
  #timer: NodeJS.Timeout | undefined

  constructor(database: Database, logger: Logger) {
    this.#database = database
    this.#logger = logger
  }

  note(at: ConnectionRef, request: NotedRequest): void {
    const waiting = this.#waiting.get(at.connectionId) ?? { at, requests: [] }
    waiting.requests.push(request)
    // Only the newest requests are stored, so older ones need not wait.
    if (waiting.requests.length > limits.provisioningRequests) waiting.requests.shift()
    this.#waiting.set(at.connectionId, waiting)
    this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref()
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const all = [...this.#waiting.values()]
    this.#waiting = new Map()
    for (const { at, requests } of all)
      await this.#database
        .inProject(at.projectId)
        .transaction((tx) => recordRequests(tx, at, requests))
        .catch((error: unknown) =>
          this.#logger.warn({ err: error }, 'requests of a connection were not stored'),
        )
  }
}
