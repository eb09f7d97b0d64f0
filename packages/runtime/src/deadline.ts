import type { ServerResponse } from 'node:http'
import { type RequestContext, requestContext } from './request-context.ts'

/** Total wait of a request for Signet's own components: connections, locks, statements, other services. */
export const waitsMs = 5_000

/** Time for handlers that respond to the deadline in their own form, before a common response is sent. */
const graceMs = 250
const lookEveryMs = 100

/** Wait left to the current request; infinite for background work. */
export function remainingMs(): number {
  const context = requestContext()
  if (!context || context.isOver) return Number.POSITIVE_INFINITY
  return Math.max(0, context.deadlineAt - performance.now())
}

/** Excludes the wait for a third party with its own limit: a provider, an application, a mail server. */
export async function notCounted<Result>(work: () => Promise<Result>): Promise<Result> {
  const context = requestContext()
  if (!context) return work()
  const begun = performance.now()
  context.waitsElsewhere += 1
  try {
    return await work()
  } finally {
    context.waitsElsewhere -= 1
    context.deadlineAt += performance.now() - begun
  }
}

interface ServedRequest {
  readonly context: RequestContext
  readonly response: ServerResponse
  readonly giveUp: () => void
}

/** Checked ten times a second: a timer per request would cost more than the rest of this class. */
export class Deadlines {
  readonly #served = new Set<ServedRequest>()
  readonly #timer = setInterval(() => this.#look(), lookEveryMs).unref()

  add(served: ServedRequest): void {
    this.#served.add(served)
  }

  /** Call when the response is closed. */
  delete(served: ServedRequest): void {
    this.#served.delete(served)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const now = performance.now()
    for (const served of this.#served) {
      const { context, response, giveUp } = served
      if (response.headersSent || context.waitsElsewhere > 0 || now < context.deadlineAt + graceMs) continue
      this.#served.delete(served)
      context.cause = 'deadline'
      context.isGivenUp = true
      giveUp()
    }
  }
}
