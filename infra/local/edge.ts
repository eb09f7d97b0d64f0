import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import replyFrom from '@fastify/reply-from'
import {
  forwardedHeaders,
  isDocument,
  isScimTarget,
  limits,
  methods,
  responseHeaders,
  route,
  scimMediaType,
  scimRefusal,
  slashTooMany,
  tooLarge,
  type Upstream,
} from '@signet/edge'
import { discardBody } from '@signet/http/request-body'
import { rejectAmbiguousFraming } from '@signet/http/request-framing'
import { problemOfTarget } from '@signet/http/request-target'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { limitPerClient } from './per-client.ts'
import { Refusal } from './refusal.ts'

export type Ports = Readonly<Record<Upstream, number>>

export interface Edge {
  readonly port: number
  /**
   * Starts forwarding; every response before is 503.
   * @param documents port for discovery documents and key sets; default: that of auth
   */
  open(ports: Ports, baseUrl: string, documents?: number): void
  close(): Promise<void>
}

interface Target {
  readonly ports: Ports
  readonly base: URL
  readonly documents: number
}

interface EdgeOptions {
  /** Headers of a proxy in front of this edge, which are removed otherwise. */
  readonly keepsClientCertificates?: boolean | undefined
  /** Concurrent requests; further ones get 429. */
  readonly requestsPerClient?: number
}

/**
 * One origin in front of the five processes of `npm start`, and the host of each project. It binds the port immediately, so that a port
 * in use is reported before a service starts. It reads a body completely before it uses a connection to a service. Production uses
 * HAProxy instead (packages/edge).
 */
export async function startEdge(port: number, host: string, options: EdgeOptions = {}): Promise<Edge> {
  let target: Target | undefined
  const app = Fastify({
    bodyLimit: limits.bodyBytes,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: limits.headerBytes },
    frameworkErrors: (_error, _request, reply) =>
      void sendText(reply as unknown as FastifyReply, 400, 'The path is not encoded correctly.'),
    serverFactory: (router) =>
      createServer(
        {
          headersTimeout: limits.headersMs,
          requestTimeout: limits.requestMs,
          keepAliveTimeout: limits.keepAliveMs,
        },
        rejectAmbiguousFraming(router as RequestListener),
      ),
  })
  await app.register(replyFrom, {
    undici: {
      connections: limits.connectionsPerService,
      pipelining: 1,
      keepAliveTimeout: limits.upstreamIdleMs,
      headersTimeout: limits.answerMs,
    },
    disableRequestLogging: true,
    destroyAgent: true,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', limitPerClient(options.requestsPerClient ?? limits.requestsPerClient))
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return sendText(reply, 405, 'The method is not supported.')
    const decision = decide(target, request)
    return 'refuse' in decision ? decision.refuse(reply) : undefined
  })
  app.route({
    method: [...methods],
    url: '/*',
    handler: (request, reply) => {
      const decision = decide(target, request)
      return 'refuse' in decision ? decision.refuse(reply) : forward(decision, request, reply, options)
    },
  })
  app.setErrorHandler<Error & { statusCode?: number }>(async ({ statusCode = 500 }, { raw }, reply) => {
    if (statusCode !== 413)
      return sendText(reply, statusCode < 500 ? statusCode : 502, 'The request could not be forwarded.')
    await discardBody(raw)
    return sendText(reply.header('connection', 'close'), 413, tooLarge)
  })
  await listen(app, port, host)
  return {
    port: (app.server.address() as AddressInfo).port,
    open(ports, baseUrl, documents = ports.auth) {
      target = { ports, base: new URL(baseUrl), documents }
    },
    close: () => app.close(),
  }
}

interface EdgeResponse {
  refuse(reply: FastifyReply): FastifyReply
}

interface Destination {
  readonly to: Upstream
  readonly port: number
  /** Scheme of the public address, without colon. */
  readonly protocol: string
}

function decide(target: Target | undefined, { raw }: FastifyRequest): EdgeResponse | Destination {
  if (!target) return refusal(503, 'Signet is starting.', { 'retry-after': '1' })
  const { ports, base, documents } = target
  const { method = 'GET', url = '/', headers } = raw
  const way = route(method, headers.host ?? '', url, base.hostname)
  const isFolder = 'to' in way && way.to === 'console'
  const problem = problemOfTarget(url, { encodedParameters: true, trailingSlash: isFolder })
  if (problem === 'malformed') return refusal(400, 'The path is not encoded correctly.')
  if (problem && isScimTarget(url) && /\/(?:\/|\?|$)/.test(url)) return refusal(404, slashTooMany)
  if (problem || 'refused' in way) return refusal(404, 'Not found.')
  if ('redirect' in way) return { refuse: (reply) => reply.redirect(way.redirect, 302) }
  const port = way.to === 'auth' && isDocument(url) ? documents : ports[way.to]
  return { to: way.to, port, protocol: base.protocol.slice(0, -1) }
}

const refusal = (status: number, text: string, headers: Record<string, string> = {}): EdgeResponse => ({
  refuse: (reply) => sendText(reply.headers(headers), status, text),
})

function forward(
  { to, port, protocol }: Destination,
  request: FastifyRequest,
  reply: FastifyReply,
  { keepsClientCertificates = false }: EdgeOptions,
) {
  const { raw } = request
  const body = Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined
  return reply.from(`http://127.0.0.1:${port}${raw.url}`, {
    // The content type only stops the library from serializing the bytes as JSON. The headers below replace it.
    ...(body ? { body, contentType: 'application/octet-stream' } : {}),
    // The library would repeat a request ten times after a 503.
    retryDelay: ({ err, attempt }) => (err && attempt === 0 && mayRepeat(request) ? 1 : null),
    rewriteRequestHeaders: () => ({
      ...forwardedHeaders(raw, protocol),
      ...(keepsClientCertificates ? certificateHeaders(raw.headers) : {}),
      ...(body ? { 'content-length': String(body.length) } : {}),
    }),
    rewriteHeaders: responseHeaders,
    onError: () => void sendText(reply, 502, `The service ${to} does not answer.`),
  })
}

const certificateHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(
    ['client-cert', 'client-cert-verify'].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]]],
    ),
  )

/** True for a safe method (RFC 9110 section 9.2.1), which is repeated after a service closed its connection. */
const mayRepeat = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  const isScim = isScimTarget(reply.request.raw.url ?? '')
  return reply
    .code(status)
    .headers({
      'content-type': isScim ? scimMediaType : 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(isScim ? scimRefusal(status, text) : `${text}\n`)
}

async function listen(app: FastifyInstance, port: number, host: string): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    throw new Refusal(reasonFor(error as NodeJS.ErrnoException, port, host))
  }
}

function reasonFor(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use: stop the program that uses it, or choose another port with PORT=8081 npm start.`
  if (error.code === 'EACCES') return `Port ${port} needs more rights than you have: choose one above 1023.`
  return `The edge cannot listen on ${host}:${port}: ${error.message}.`
}
