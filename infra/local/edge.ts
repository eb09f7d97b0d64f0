import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { declaresMoreThan, discardBody, maxBodyBytes } from '@signet/http/request-body'
import { problemOfTarget } from '@signet/http/request-target'
import { requestHeaders, responseHeaders } from './edge-headers.ts'
import { isDocument, route, type Upstream } from './edge-routes.ts'
import { Refusal } from './refusal.ts'

/** A port on this machine, or an address elsewhere. */
export type Where = number | { readonly host: string; readonly port: number }

interface EdgeOptions {
  /** Another proxy of ours stands in front: what it says of the client is kept, and its address added. */
  readonly behindProxy?: boolean
  /** Where discovery and key sets are asked for, also of servers that are not ready. */
  readonly documents?: Where
}

export interface Edge {
  /** The port it listens on, also when 0 was asked for. */
  readonly port: number
  /** From now on requests go to these; before, every answer is 503. */
  open(upstreams: Readonly<Record<Upstream, Where>>, baseUrl: string, options?: EdgeOptions): void
  close(): Promise<void>
}

interface Behind {
  readonly upstreams: Readonly<Record<Upstream, Where>>
  readonly base: URL
  readonly behindProxy: boolean
  readonly documents: Where
}

/**
 * The local edge: one origin in front of the five processes, plus every project's own host. It takes the port
 * at once, so that a taken port is known before anything else is started.
 */
export async function startEdge(port: number, host: string): Promise<Edge> {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  let behind: Behind | undefined
  const server = createServer({ requestTimeout: 60_000, keepAliveTimeout: 65_000 }, (incoming, outgoing) => {
    if (behind) void answer(behind, agent, incoming, outgoing)
    else tell(outgoing, 503, 'Signet is starting.', { 'retry-after': '1' })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Refusal(whyNot(error, port, host))))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    open(upstreams, baseUrl, { behindProxy = false, documents = upstreams.auth } = {}) {
      behind = { upstreams, base: new URL(baseUrl), behindProxy, documents }
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      // A stream that a client never ends must not keep the stop waiting.
      setTimeout(() => server.closeAllConnections(), 2000).unref()
      await closed
      agent.destroy()
    },
  }
}

async function answer(
  behind: Behind,
  agent: Agent,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming
  const way = route(method, headers.host ?? '', url, behind.base.hostname)
  const isFolder = 'to' in way && way.to === 'console'
  const problem = problemOfTarget(url, { encodedParameters: true, trailingSlash: isFolder })
  if (problem === 'malformed') tell(outgoing, 400, 'The path is not encoded correctly.')
  else if (declaresMoreThan(incoming, maxBodyBytes)) await refuseBody(incoming, outgoing)
  else if (problem || 'refused' in way) tell(outgoing, 404, 'Not found.')
  else if ('redirect' in way) tell(outgoing, 302, '', { location: way.redirect })
  else pass(way.to, behind, agent, incoming, outgoing)
}

/**
 * Streams the request to the service and its answer back, keeping neither.
 * @param isRepeated whether it was sent before, over a connection that a replica closed as it stopped
 */
function pass(
  to: Upstream,
  behind: Behind,
  agent: Agent,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isRepeated = false,
): void {
  const { upstreams, base, behindProxy, documents } = behind
  const onward = request({
    agent: isRepeated ? false : agent,
    ...addressOf(to === 'auth' && isDocument(incoming.url ?? '') ? documents : upstreams[to]),
    method: incoming.method,
    path: incoming.url,
    headers: requestHeaders(incoming, base.protocol.slice(0, -1), behindProxy),
    setDefaultHeaders: false,
  })
  onward.on('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, responseHeaders(response))
    response.pipe(outgoing)
    // A service that dies half-way: the client must see a broken answer, not a complete one.
    response.on('error', () => outgoing.destroy())
  })
  let bytes = 0
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= maxBodyBytes || onward.destroyed) return
    incoming.unpipe(onward)
    onward.destroy()
    void refuseBody(incoming, outgoing)
  })
  onward.on('error', () => {
    if (bytes > maxBodyBytes) return
    incoming.unpipe(onward)
    if (outgoing.headersSent) outgoing.destroy()
    else if (mayRepeat(incoming) && !isRepeated && !outgoing.closed)
      pass(to, behind, agent, incoming, outgoing, true)
    else
      tell(outgoing, 502, `The service ${to} is not answering.`, {
        connection: 'close',
      })
  })
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) onward.destroy()
  })
  incoming.pipe(onward)
}

/** It changes nothing (RFC 9110, 9.2.1), and has no body that was sent on already. */
const mayRepeat = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined

const addressOf = (where: Where) => (typeof where === 'number' ? { host: '127.0.0.1', port: where } : where)

async function refuseBody(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  await discardBody(incoming)
  if (outgoing.headersSent) outgoing.destroy()
  else tell(outgoing, 413, 'The body is larger than 1 MiB.', { connection: 'close' })
}

function tell(
  outgoing: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  outgoing.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  outgoing.end(text && `${text}\n`)
}

function whyNot(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken: stop what uses it, or choose another with PORT=8081 npm start.`
  if (error.code === 'EACCES') return `Port ${port} needs more rights than you have: choose one above 1023.`
  return `The edge cannot listen on ${host}:${port}: ${error.message}.`
}
