import { randomUUID } from 'node:crypto'
import { type ErrorCode, errorCatalogue } from '@signet/contracts'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { Logger } from './logger.ts'
import { refuse } from './refusal.ts'
import { discardBody, maxBodyBytes } from './request-body.ts'
import { problemOfTarget } from './request-target.ts'

interface HttpOptions {
  readonly logger: Logger
  readonly proxyHops: number
  /** Answers requests before Fastify's router sees them; used for dispatch to a project's provider. */
  readonly serverFactory?: FastifyServerOptions['serverFactory']
}

/**
 * A Fastify server with the limits of R24 and R31, one log line per request (route template, never the URL), and
 * the headers every answer of ours carries.
 */
export function createHttp({ logger, proxyHops, serverFactory }: HttpOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    requestTimeout: 15_000,
    connectionTimeout: 20_000,
    keepAliveTimeout: 65_000,
    // The client is the rightmost hop beyond the configured proxies, never the leftmost, attacker-chosen one (T22).
    trustProxy: (_address, hop) => hop < proxyHops,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 2048 },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, _request, reply) => {
      const code: ErrorCode = error.code === 'FST_ERR_BAD_URL' ? 'invalid_request' : 'not_found'
      const { status, title, remedy } = errorCatalogue[code]
      const problem = { type: `urn:signet:error:${code}`, title, status, detail: remedy, code }
      const answer = reply as unknown as FastifyReply
      void answer.code(status).type('application/problem+json').send(problem)
    },
    ...(serverFactory ? { serverFactory } : {}),
  }) as unknown as FastifyInstance
  app.server.headersTimeout = 10_000
  app.addHook('onRequest', async ({ raw }) => refuseSpelling(raw.url ?? ''))
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 413) await discardBody(request.raw)
    for (const [name, value] of Object.entries(apiHeaders))
      if (!reply.hasHeader(name)) reply.header(name, value)
  })
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.logLevel === 'silent') return
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  return app
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
