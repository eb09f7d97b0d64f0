import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { type ErrorCode, errorCatalogue, problemType } from '@signet/contracts'
import type { Logger } from '@signet/runtime'
import { Deadlines, noteRequest, refuse, requestContext } from '@signet/runtime'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type FindImmediate, sendImmediately } from './immediate.ts'
import { discardBody, maxBodyBytes } from './request-body.ts'
import { rejectAmbiguousFraming } from './request-framing.ts'
import { followRequests } from './request-log.ts'
import { problemOfTarget } from './request-target.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `own`: the handler of the route counts its requests by another key than the address. */
    readonly limiter?: 'own'
  }
}

interface HttpOptions {
  readonly logger: Logger
  readonly proxyHops: number
  /** Runs before Fastify's router; dispatches to a project's provider. */
  readonly before?: (router: RequestListener) => RequestListener
  /** Returns a response from memory. Neither throws nor rejects. */
  readonly immediate?: FindImmediate
  readonly limits?: Partial<typeof patience>
  /**
   * Throws beyond the allowance, for a route without its own limiter, or without a route. Probes are not counted. `before`: the
   * `before` handler counts every request.
   */
  readonly limit: ((request: FastifyRequest) => Promise<void> | void) | 'before'
  /** Wait of a request for Signet's own components; default 5 s. */
  readonly waitsMs?: number
  /** Called for a request that the router cannot read. */
  readonly sendFrameworkError?: (code: ErrorCode, reply: FastifyReply) => void
  /** Responds with 503 to a request that waited too long. */
  readonly giveUp?: (request: IncomingMessage, response: ServerResponse) => void
}

/** Milliseconds. Node closes connections without any data at each check, so a slow one can last until the next check. */
const patience = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
}
/** Milliseconds without a byte in either direction. */
const silenceMs = 20_000

/** Used for a call that waits for a person. */
export function permitSilence({ raw: { socket } }: Pick<FastifyRequest, 'raw'>, milliseconds: number): void {
  if (socket instanceof Socket) socket.setTimeout(silenceMs + milliseconds)
}

/** Limits slow clients, writes one log line per request (route template, never the URL), and sets the common response headers. */
export function createHttp({
  logger,
  proxyHops,
  before = (router) => router,
  immediate,
  limits = {},
  limit,
  waitsMs,
  giveUp = sendUnavailable,
  sendFrameworkError = sendProblem,
}: HttpOptions): FastifyInstance {
  const deadlines = new Deadlines()
  const follow = followRequests({ logger, deadlines, waitsMs, giveUp })
  const first = immediate ? sendImmediately(immediate, logger) : (next: RequestListener) => next
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    // The client is the rightmost hop beyond the configured proxies, never the leftmost, which a client can forge.
    trustProxy: (_address, hop) => hop < proxyHops,
    // The request's log line contains its id; a logger per request would cost more than the line.
    childLoggerFactory: (parent) => parent,
    genReqId: () => requestContext()?.id ?? randomUUID(),
    routerOptions: { maxParamLength: 2048 },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, _request, reply) =>
      sendFrameworkError(
        error.code === 'FST_ERR_BAD_URL' ? 'invalid_request' : 'not_found',
        reply as unknown as FastifyReply,
      ),
    // Fastify sets no limits on a server that it does not create.
    serverFactory: (router) =>
      createServer(
        { ...patience, ...limits },
        first(follow(rejectAmbiguousFraming(before(router as RequestListener)))),
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

/** Fastify validates the content type of other methods before it looks for a route. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const probes = new Set(['/health', '/ready'])

function problemOf(code: ErrorCode) {
  const { status, title, remedy } = errorCatalogue[code]
  return { type: problemType(code), title, status, detail: remedy, code }
}

function sendProblem(code: ErrorCode, reply: FastifyReply): void {
  const problem = problemOf(code)
  void reply.code(problem.status).type('application/problem+json').send(problem)
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

/** Runs before any handler or route option of a service. */
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
