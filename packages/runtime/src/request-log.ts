import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Logger } from './logger.ts'
import { count, observe } from './metrics/registry.ts'
import { inRequest, type RequestContext } from './request-context.ts'
import { readTraceparent } from './trace-context.ts'

interface Options {
  readonly logger: Logger
  /** Only a proxy that is believed may name a request. */
  readonly proxyHops: number
}

const idForm = /^[\w.:-]{8,128}$/

/** Gives each request its id and its place in a trace, and ends it with one log line and its part of the metrics. */
export const followRequests =
  ({ logger, proxyHops }: Options) =>
  (next: RequestListener): RequestListener =>
  (request, response) => {
    const context = contextOf(request, proxyHops)
    response.setHeader('x-request-id', context.id)
    response.once('close', () => ended(logger, context, request, response))
    inRequest(context, next, request, response)
  }

function contextOf({ headers }: IncomingMessage, proxyHops: number): RequestContext {
  const named = proxyHops > 0 ? headers['x-request-id'] : undefined
  const id = typeof named === 'string' && idForm.test(named) ? named : randomUUID()
  const { traceparent } = headers
  const trace = readTraceparent(typeof traceparent === 'string' ? traceparent : undefined)
  return { id, trace: trace ?? { traceId: traceIdOf(id), flags: '00' }, startedAt: performance.now() }
}

const uuidForm = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** An id of ours is a trace id too, but for its hyphens. */
const traceIdOf = (id: string): string => (uuidForm.test(id) ? id : randomUUID()).replaceAll('-', '')

function ended(
  logger: Logger,
  context: RequestContext,
  { method }: IncomingMessage,
  { statusCode, writableFinished }: ServerResponse,
): void {
  const { id, trace, route = 'unknown', project, client, cause, isProbe, startedAt } = context
  if (isProbe) return
  const ms = performance.now() - startedAt
  observe('signet_http_request_duration_seconds', ms / 1000, {
    route,
    status: writableFinished ? (classes[Math.trunc(statusCode / 100)] ?? 'other') : 'aborted',
  })
  if (statusCode === 503) count('signet_requests_unavailable_total', { cause: cause ?? 'unknown' })
  logger.info(
    {
      id,
      trace: trace.traceId,
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
