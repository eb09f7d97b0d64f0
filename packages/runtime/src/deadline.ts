import type { ServerResponse } from 'node:http'
import { type RequestContext, requestContext } from './request-context.ts'

/** All that a request waits for of ours, together: connections, locks, statements, other services (R14). */
export const waitsMs = 5_000

/** What notices its deadline itself answers in its own form; whatever does not is answered for it after this. */
const graceMs = 250
const lookEveryMs = 100

/** How long the request being served may still wait; without an end for work of the background. Milliseconds. */
export function remainingMs(): number {
  const context = requestContext()
  if (!context || context.isOver) return Number.POSITIVE_INFINITY
  return Math.max(0, context.deadlineAt - performance.now())
}

/** For what waits on others, which has a limit of its own: a provider, an application, a mail server. */
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

interface Served {
  readonly context: RequestContext
  readonly response: ServerResponse
  /** Answers that it takes too long. */
  readonly giveUp: () => void
}

/** Requests being served, looked at ten times a second: a timer for each would cost more than all the rest of it. */
export class Deadlines {
  readonly #served = new Set<Served>()
  readonly #timer = setInterval(() => this.#look(), lookEveryMs).unref()

  add(served: Served): void {
    this.#served.add(served)
  }

  /** Once its response is closed. */
  delete(served: Served): void {
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
