import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Other options are rejected (RFC 9110 7.6.1): a proxy may remove any header named there. Java's HTTP client offers HTTP/2 with
 * `http2-settings` at an address without TLS; no service accepts the offer.
 */
export const connectionOptions = ['close', 'keep-alive', 'upgrade', 'te', 'http2-settings'] as const

const permitted = new Set<string>(connectionOptions)

/**
 * A proxy and a service could disagree about the end of the request or its host; undefined for an unambiguous request. node:http itself
 * rejects two Content-Length values, bare line feeds and folded header lines.
 */
export function problemOfFraming({
  rawHeaders,
  headers,
}: Pick<IncomingMessage, 'rawHeaders' | 'headers'>): string | undefined {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1) return 'The request has more than one Host header.'
  if (headers['transfer-encoding'] !== undefined) {
    if (headers['content-length'] !== undefined)
      return 'The request has both Content-Length and Transfer-Encoding.'
    if (headers['transfer-encoding'].toLowerCase() !== 'chunked')
      return 'The request has a transfer coding other than chunked.'
  }
  return headers.connection === undefined ? undefined : problemOfConnection(headers.connection)
}

function problemOfConnection(value: string): string | undefined {
  const unknown = value.split(',').find((option) => !permitted.has(option.trim().toLowerCase()))
  return unknown === undefined
    ? undefined
    : `The Connection header may only contain: ${connectionOptions.join(', ')}.`
}

/** node:http emits a pipelined request before the connection of a rejected one is closed. */
const rejected = new WeakSet<Socket>()

export const isRejected = (socket: Socket): boolean => rejected.has(socket)

/**
 * Responds with 400 and closes the connection, before any other code reads the request and without serving later data of the
 * connection. A service does not depend on the proxy in front of it for this check.
 */
export function rejectAmbiguousFraming(next: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    if (rejected.has(socket)) return void socket.destroySoon()
    const problem = problemOfFraming(request)
    if (problem === undefined) return next(request, response)
    rejected.add(socket)
    response.writeHead(400, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
    })
    response.end(`${problem}\n`, () => socket.destroySoon())
  }
}
