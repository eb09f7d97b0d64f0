import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type TraceContext, traceparentOf } from './trace-context.ts'

/** Facts collected while a request is served; only names and ids, never its content. */
interface RequestFacts {
  /** The route's template, never the requested address. */
  route?: string | undefined
  project?: string | undefined
  /** The calling application, agent or connection. */
  client?: string | undefined
  /** Reason of a rejection or failure: a code of a catalogue. */
  cause?: string | undefined
  /** True for probes of a load balancer, which are neither logged nor counted. */
  isProbe?: boolean
}

export interface RequestContext extends RequestFacts {
  readonly id: string
  /** The incoming trace; one is generated at the first use, which most requests never need. */
  trace: TraceContext | undefined
  /** Start of the request, on the clock of performance.now(). */
  readonly startedAt: number
  /** End of the time that the request may wait, on the same clock. */
  deadlineAt: number
  /** Number of current waits for third parties, which the deadline excludes. */
  waitsElsewhere: number
  /** True after the response: later work is background work. */
  isOver: boolean
  /** True after a 503 because the request waited too long. */
  isGivenUp?: true
}

const storage = new AsyncLocalStorage<RequestContext>()

/** Returns the request of the running code; undefined in background work. */
export const requestContext = (): RequestContext | undefined => storage.getStore()

export const inRequest = <Arguments extends unknown[]>(
  context: RequestContext,
  work: (...args: Arguments) => unknown,
  ...args: Arguments
): unknown => storage.run(context, work, ...args)

/** Runs work that a request begins and other requests also wait for. */
export const outsideRequests = <Result>(work: () => Result): Result => storage.exit(work)

export function noteRequest(facts: RequestFacts): void {
  const context = storage.getStore()
  if (context) Object.assign(context, facts)
}

const uuidForm = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

const traceIdOf = (id: string): string => (uuidForm.test(id) ? id : randomUUID()).replaceAll('-', '')

export function traceOf(context: RequestContext): TraceContext {
  context.trace ??= { traceId: traceIdOf(context.id), flags: '00' }
  return context.trace
}

/** Returns the header that propagates the trace of the current request to calls; empty in background work. */
export function traceHeaders(): { readonly traceparent?: string } {
  const context = storage.getStore()
  return context ? { traceparent: traceparentOf(traceOf(context)) } : {}
}
