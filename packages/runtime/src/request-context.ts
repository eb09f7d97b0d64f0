import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type TraceContext, traceparentOf } from './trace-context.ts'

/** What is learned about a request while it is served; names and ids alone, never what it carries. */
interface RequestFacts {
  /** The route's template, never the address asked for. */
  route?: string | undefined
  project?: string | undefined
  /** The application, the agent or the connection that asks. */
  client?: string | undefined
  /** Why it was refused or failed: a code of a catalogue. */
  cause?: string | undefined
  /** Probes of a load balancer are neither logged nor counted. */
  isProbe?: boolean
}

/** One request, for as long as it is served. */
export interface RequestContext extends RequestFacts {
  readonly id: string
  /** As it came; what has none gets one when it is asked for, which most requests never are. */
  trace: TraceContext | undefined
  /** On the clock of performance.now(). */
  readonly startedAt: number
  /** When it has waited long enough, on the same clock. */
  deadlineAt: number
  /** Waits for others, which its deadline does not count. */
  waitsElsewhere: number
  /** It is answered: what goes on in its name is work of the background. */
  isOver: boolean
  /** It was answered 503 because it waited too long. */
  isGivenUp?: true
}

const storage = new AsyncLocalStorage<RequestContext>()

/** The request that the running code serves; undefined in work of the background. */
export const requestContext = (): RequestContext | undefined => storage.getStore()

export const inRequest = <Arguments extends unknown[]>(
  context: RequestContext,
  work: (...args: Arguments) => unknown,
  ...args: Arguments
): unknown => storage.run(context, work, ...args)

/** For work that a request begins and others wait for too. */
export const outsideRequests = <Result>(work: () => Result): Result => storage.exit(work)

/** Adds to the log line of the request being served. */
export function noteRequest(facts: RequestFacts): void {
  const context = storage.getStore()
  if (context) Object.assign(context, facts)
}

const uuidForm = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** An id of ours is a trace id too, but for its hyphens. */
const traceIdOf = (id: string): string => (uuidForm.test(id) ? id : randomUUID()).replaceAll('-', '')

/** The trace that the request is part of, or that it begins. */
export function traceOf(context: RequestContext): TraceContext {
  context.trace ??= { traceId: traceIdOf(context.id), flags: '00' }
  return context.trace
}

/** The header that carries the trace of the request being served to whatever it calls; none in the background. */
export function traceHeaders(): { readonly traceparent?: string } {
  const context = storage.getStore()
  return context ? { traceparent: traceparentOf(traceOf(context)) } : {}
}
