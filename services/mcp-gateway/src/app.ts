import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { maxWaitSeconds, waitField } from '@signet/contracts'
import { createHttp, isBrokenOff, permitSilence, readJson } from '@signet/http'
import { addHealth, type Logger, Refusal } from '@signet/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AdminApi } from './admin-api.ts'
import { Message, requireEnabled } from './auth/message.ts'
import { requireOwnOrigin } from './auth/origin.ts'
import { metadataPath, protectedResource } from './auth/protected-resource.ts'
import { plainCallOf } from './call/plain-call.ts'
import { selectionOf } from './catalogue/selection.ts'
import type { Config } from './config.ts'
import { HttpError, sendHttpError } from './http-error.ts'
import { limitRoutes } from './limit-routes.ts'
import { createProtocol } from './protocol.ts'

interface Deps {
  readonly config: Config
  readonly logger: Logger
}

const version = '0.1.0'

/** The administration API has its own deadline and may wait for other services. */
const waitsMs = 15_000

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config, logger } = deps
  const api = new AdminApi(config.SIGNET_ADMIN_API_URL, config.SIGNET_BASE_URL)
  const protocol = createProtocol(api, version)
  const app = createHttp({ logger, proxyHops: config.SIGNET_PROXY_HOPS, waitsMs, limit: limitRoutes(config) })
  // The protocol library responds to a body that is not JSON, so bodies are passed on as text.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(['application/json', '*'], { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.setErrorHandler((error, request, reply) => sendError(error, request.raw, reply))
  app.setNotFoundHandler(() => {
    throw new HttpError('not_found')
  })

  app.addHook('preClose', () => protocol.close())
  addHealth(app, { 'admin-api': async () => (await api.served()).size > 0 })
  app.get(metadataPath, async (_request, reply) => {
    await requireEnabled(api)
    return reply
      .header('cache-control', 'public, max-age=300')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(protectedResource(config.SIGNET_BASE_URL))
  })
  app.post('/mcp', async (request, reply) => {
    requireOwnOrigin(request, config.SIGNET_BASE_URL)
    const body = parsed(request.body)
    const selection = selectionOf(request.query)
    permitSilence(request, waitSecondsOf(body) * 1000)
    const message = await Message.receive(api, request, body, config.SIGNET_PROXY_HOPS > 0)
    if (!message.isIdentifiedByCall) await message.identify()
    const call = plainCallOf(request.headers, body)
    const answered = call && (await protocol.answerCall(call, message, selection))
    if (answered) return sendAnswered(reply, answered, message)
    const asked = webRequest(request, reply, config.SIGNET_BASE_URL, body === undefined)
    const answer = await protocol.answer(asked, body, message, selection)
    await message.requireAccepted()
    return send(request, reply, answer)
  })
  app.route({
    method: ['GET', 'DELETE', 'PUT', 'PATCH'],
    url: '/mcp',
    handler: () => {
      throw new HttpError('method_not_allowed', { allow: 'POST' })
    },
  })
  return app

  function sendError(error: unknown, request: IncomingMessage, reply: FastifyReply): FastifyReply {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const tooLarge = code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    const refused = error instanceof Refusal ? new HttpError(error.code) : error
    const sent = sendHttpError(tooLarge ? new HttpError('body_too_large') : refused, reply)
    if (sent) return sent
    if (isBrokenOff(error, request)) return sendHttpError(new HttpError('invalid_request'), reply) ?? reply
    logger.error({ err: error }, 'unexpected error')
    return sendHttpError(new HttpError('internal'), reply) ?? reply
  }
}

/** Returns undefined for a body that is not JSON, for which the protocol library has a response. */
function parsed(body: unknown): unknown {
  try {
    return readJson(String(body))
  } catch {
    return undefined
  }
}

function waitSecondsOf(body: unknown): number {
  const { params } = Object(body) as { readonly params?: unknown }
  const { arguments: args } = Object(params) as { readonly arguments?: unknown }
  const { [waitField]: seconds } = Object(args) as Readonly<Record<string, unknown>>
  return typeof seconds === 'number' && seconds > 0 ? Math.min(seconds, maxWaitSeconds) : 0
}

/** Uses the configured address instead of the one in the headers. */
function webRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
  withBody: boolean,
): Request {
  const abort = new AbortController()
  reply.raw.once('close', () => abort.abort())
  const { authorization: _, cookie: __, dpop: ___, ...headers } = request.headers
  return new Request(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
    ...(withBody ? { body: typeof request.body === 'string' ? request.body : '' } : {}),
    signal: abort.signal,
  })
}

async function sendAnswered(reply: FastifyReply, answer: object, message: Message): Promise<FastifyReply> {
  await message.requireAccepted()
  return reply.header('content-type', 'application/json').send(JSON.stringify(answer))
}

/** A shorter body gains nothing. */
const compressedFrom = 32 * 1024

const compress = promisify(gzip)

/** Sends a stream only for an event stream. A list of tools is compressed for clients that accept it. */
async function send(
  { headers, body }: FastifyRequest,
  reply: FastifyReply,
  response: Response,
): Promise<FastifyReply> {
  reply.code(response.status)
  for (const [name, value] of response.headers) if (name !== 'content-length') reply.header(name, value)
  if (!response.body) return reply.send()
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) return reply.send(Readable.fromWeb(response.body))
  const text = await response.text()
  const isList = typeof body === 'string' && body.length < 4096 && body.includes('"tools/list"')
  if (!isList || text.length < compressedFrom) return reply.send(text)
  reply.header('vary', 'accept-encoding')
  if (!/\bgzip\b/.test(String(headers['accept-encoding'] ?? ''))) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(await compress(text))
}
