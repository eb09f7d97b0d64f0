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
  /** Only a proxy that is believed may name a request. */
  readonly proxyHops: number
  readonly deadlines: Deadlines
  /** Default: as for every service. */
  readonly waitsMs?: number | undefined
  /** Answers 503 for a request that waited too long. */
  readonly giveUp: (request: IncomingMessage, response: ServerResponse) => void
}

const idForm = /^[\w.:-]{8,128}$/

/** Gives each request its id, its trace and its deadline, and ends it with one log line and its part of the metrics. */
export const followRequests =
  ({ logger, proxyHops, deadlines, waitsMs = usualWaitsMs, giveUp }: Options) =>
  (next: RequestListener): RequestListener =>
  (request, response) => {
    const context = contextOf(request, proxyHops, waitsMs)
    response.setHeader('x-request-id', context.id)
    const served = { context, response, giveUp: () => giveUp(request, response) }
    deadlines.add(served)
    // Not `once`, which takes its listener away again: it is emitted once.
    response.on('close', () => {
      deadlines.delete(served)
      ended(logger, context, request, response)
    })
    inRequest(context, next, request, response)
  }

function contextOf(request: IncomingMessage, proxyHops: number, waitsMs: number): RequestContext {
  const named = proxyHops > 0 ? headerOf(request, 'x-request-id') : undefined
  const id = named !== undefined && idForm.test(named) ? named : randomUUID()
  const startedAt = performance.now()
  return {
    id,
    trace: readTraceparent(headerOf(request, 'traceparent')),
    startedAt,
    deadlineAt: startedAt + waitsMs,
    waitsElsewhere: 0,
    isOver: false,
  }
}

function ended(
  logger: Logger,
  context: RequestContext,
  { method }: IncomingMessage,
  { statusCode, writableFinished }: ServerResponse,
): void {
  context.isOver = true
  const { id, route = 'unknown', project, client, cause, isProbe, startedAt } = context
  if (isProbe) return
  const ms = performance.now() - startedAt
  observe('signet_http_request_duration_seconds', ms / 1000, {
    route,
    status: writableFinished ? (classes[Math.trunc(statusCode / 100)] ?? 'other') : 'aborted',
  })
  if (statusCode === 503) count('signet_requests_unavailable_total', { cause: cause ?? 'unknown' })
  if (!logger.isLevelEnabled('info')) return
  logger.info(
    {
      id,
      trace: traceOf(context).traceId,
      method,
      route,
      project,
      client,
      status: statusCode,
      ms: Math.round(ms),
      cause: writableFinished ? cause : (cause ?? 'aborted'),
    },
    'request',
  )
}

const classes = ['other', '1xx', '2xx', '3xx', '4xx', '5xx']
