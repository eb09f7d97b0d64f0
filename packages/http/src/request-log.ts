import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Logger } from '@signet/runtime'
import {
  count,
  type Deadlines,
  inRequest,
  observe,
  type RequestContext,
  readTraceparent,
  traceOf,
  waitsMs as usualWaitsMs,
} from '@signet/runtime'
import { headerOf } from './header.ts'

interface Options {
  readonly logger: Logger
  readonly deadlines: Deadlines
  /** Default: the limit of every service. */
  readonly waitsMs?: number | undefined
  readonly giveUp: (request: IncomingMessage, response: ServerResponse) => void
}

const callerIdForm = /^[\w.:-]{8,128}$/

/**
 * Gives each request an id, a trace and a deadline, and writes one log line and metrics at its end. The caller's X-Request-Id is logged
 * as `callerId` and never becomes the id: two requests of a caller may have the same value.
 */
export const followRequests =
  ({ logger, deadlines, waitsMs = usualWaitsMs, giveUp }: Options) =>
  (next: RequestListener): RequestListener =>
  (request, response) => {
    const context = newContext(request, waitsMs)
    response.setHeader('x-request-id', context.id)
    const served = { context, response, giveUp: () => giveUp(request, response) }
    deadlines.add(served)
    // The event is emitted once; `once` would additionally remove its listener.
    response.on('close', () => {
      deadlines.delete(served)
      context.isOver = true
      const { statusCode: status, writableFinished: isFinished } = response
      recordRequest(logger, context, request, { status, isFinished })
    })
    inRequest(context, next, request, response)
  }

export function newContext(request: IncomingMessage, waitsMs = usualWaitsMs): RequestContext {
  const startedAt = performance.now()
  return {
    id: randomUUID(),
    trace: readTraceparent(headerOf(request, 'traceparent')),
    startedAt,
    deadlineAt: startedAt + waitsMs,
    waitsElsewhere: 0,
    isOver: false,
  }
}

interface Outcome {
  readonly status: number
  /** False when the client closed the connection before the end of the response. */
  readonly isFinished: boolean
}

export function recordRequest(
  logger: Logger,
  context: RequestContext,
  request: IncomingMessage,
  { status, isFinished }: Outcome,
): void {
  const { id, route = 'unknown', project, client, cause, isProbe, startedAt } = context
  if (isProbe) return
  const ms = performance.now() - startedAt
  observe('signet_http_request_duration_seconds', ms / 1000, {
    route,
    status: isFinished ? (classes[Math.trunc(status / 100)] ?? 'other') : 'aborted',
  })
  if (status === 503) count('signet_requests_unavailable_total', { cause: cause ?? 'unknown' })
  if (!logger.isLevelEnabled('info')) return
  logger.info(
    {
      id,
      callerId: callerIdOf(request),
      trace: traceOf(context).traceId,
      method: request.method,
      route,
      project,
      client,
      status,
      ms: Math.round(ms),
      cause: isFinished ? cause : (cause ?? 'aborted'),
    },
    'request',
  )
}

function callerIdOf(request: IncomingMessage): string | undefined {
  const named = headerOf(request, 'x-request-id')
  return named !== undefined && callerIdForm.test(named) ? named : undefined
}

const classes = ['other', '1xx', '2xx', '3xx', '4xx', '5xx']
