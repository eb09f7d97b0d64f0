import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { type ErrorCode, errorCatalogue } from '@signet/contracts'
import type { Logger } from '@signet/runtime'
import { Deadlines, noteRequest, refuse, requestContext } from '@signet/runtime'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { discardBody, maxBodyBytes } from './request-body.ts'
import { rejectAmbiguousFraming } from './request-framing.ts'
import { followRequests } from './request-log.ts'
import { problemOfTarget } from './request-target.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `own`: the handler of the route counts its requests by another name than the address. */
    readonly limiter?: 'own'
  }
}

interface HttpOptions {
  readonly logger: Logger
  readonly proxyHops: number
  /** Sees requests before Fastify's router does; used for dispatch to a project's provider. */
  readonly before?: (router: RequestListener) => RequestListener
  readonly limits?: Partial<typeof patience>
  /**
   * Counts a request of a route without a limiter of its own, or for which there is no route, and throws beyond the
   * allowance. Probes are not counted. `before`: `before` counts every request.
   */
  readonly limit: ((request: FastifyRequest) => Promise<void> | void) | 'before'
  /** How long a request may wait for what is ours; default 5 s. */
  readonly waitsMs?: number
  /** Answers 503, in the form of the service, for a request that waited too long. */
  readonly giveUp?: (request: IncomingMessage, response: ServerResponse) => void
}

/**
 * How long a client may take, in milliseconds (R14). The check is what closes a connection on which nothing is said at
 * all; between two of them a slow one lives on.
 */
const patience = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
}
/** Without a byte in either direction. */
const silenceMs = 20_000

/**
 * A Fastify server with the limits of R14 and R24, one log line per request (route template, never the URL), and the
 * headers every answer of ours carries.
 */
export function createHttp({
  logger,
  proxyHops,
  before = (router) => router,
  limits = {},
  limit,
  waitsMs,
  giveUp = sendUnavailable,
}: HttpOptions): FastifyInstance {
  const deadlines = new Deadlines()
  const follow = followRequests({ logger, deadlines, waitsMs, giveUp })
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    // The client is the rightmost hop beyond the configured proxies, never the leftmost, attacker-chosen one (T22).
    trustProxy: (_address, hop) => hop < proxyHops,
    // A request's line has its id; a logger for each request would cost more than the line.
    childLoggerFactory: (parent) => parent,
    genReqId: () => requestContext()?.id ?? randomUUID(),
    routerOptions: { maxParamLength: 2048 },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, _request, reply) => {
      const problem = problemOf(error.code === 'FST_ERR_BAD_URL' ? 'invalid_request' : 'not_found')
      const answer = reply as unknown as FastifyReply
      void answer.code(problem.status).type('application/problem+json').send(problem)
    },
    // Fastify sets no limits on a server that is made for it.
    serverFactory: (router) =>
      createServer(
        { ...patience, ...limits },
        follow(rejectAmbiguousFraming(before(router as RequestListener))),
      ).setTimeout(silenceMs),
  }) as unknown as FastifyInstance
  app.addHook('onClose', async () => deadlines.close())
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    noteRequest({ route: routeOptions.url, isProbe: routeOptions.logLevel === 'silent' })
    refuseSpelling(raw.url ?? '')
    if (methods.has(raw.method ?? '')) return
    reply.header('allow', [...methods].join(', '))
    refuse('method_not_allowed')
  })
  if (limit !== 'before')
    app.addHook('onRequest', async (request) => {
      const { url = '', config } = request.routeOptions
      if (config.limiter !== 'own' && !probes.has(url)) await limit(request)
    })
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 413) await discardBody(request.raw)
    for (const [name, value] of Object.entries(apiHeaders))
      if (!reply.hasHeader(name)) reply.header(name, value)
  })
  return app
}

/** Fastify asks for a content type before it looks for a route of any other method. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const probes = new Set(['/health', '/ready'])

function problemOf(code: ErrorCode) {
  const { status, title, remedy } = errorCatalogue[code]
  return { type: `urn:signet:error:${code}`, title, status, detail: remedy, code }
}

function sendUnavailable(_request: IncomingMessage, response: ServerResponse): void {
  const problem = problemOf('unavailable')
  response
    .writeHead(problem.status, {
      ...apiHeaders,
      'content-type': 'application/problem+json',
      'retry-after': '2',
    })
    .end(JSON.stringify(problem))
}

/** Before any handler, and before whatever a service adds to its routes. */
function refuseSpelling(target: string): void {
  const problem = problemOfTarget(target, { encodedParameters: true })
  if (problem === 'malformed') refuse('invalid_request', { detail: 'The path is not encoded correctly.' })
  if (problem) refuse('not_found')
}

const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const
