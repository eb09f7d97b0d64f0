import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type TraceContext, traceparentOf } from './trace-context.ts'

/** Facts for the log: names and ids, never content. */
interface RequestFacts {
  /** Template, never the requested address. */
  route?: string | undefined
  project?: string | undefined
  /** Application, agent or connection. */
  client?: string | undefined
  /** Code of a catalogue. */
  cause?: string | undefined
  /** True for probes of a load balancer, which are neither logged nor counted. */
  isProbe?: boolean
}

export interface RequestContext extends RequestFacts {
  readonly id: string
  /** The incoming trace; one is generated at the first use, which most requests never need. */
  trace: TraceContext | undefined
  /** Clock of performance.now(). */
  readonly startedAt: number
  /** End of the wait, on the same clock. */
  deadlineAt: number
  /** Current waits for third parties, which the deadline excludes. */
  waitsElsewhere: number
  /** True after the response: later work is background work. */
  isOver: boolean
  /** True after a 503 because the request waited too long. */
  isGivenUp?: true
}

const storage = new AsyncLocalStorage<RequestContext>()

/** Undefined in background work. */
export const requestContext = (): RequestContext | undefined => storage.getStore()

export const inRequest = <Arguments extends unknown[]>(
  context: RequestContext,
  work: (...args: Arguments) => unknown,
  ...args: Arguments
): unknown => storage.run(context, work, ...args)

/** Other requests also wait for this work. */
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

/** Propagates the trace of the current request; empty in background work. */
export function traceHeaders(): { readonly traceparent?: string } {
  const context = storage.getStore()
  return context ? { traceparent: traceparentOf(traceOf(context)) } : {}
}
