import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** Not forwarded by a proxy (RFC 9110 section 7.6.1). */
export const hopByHopHeaders = [
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
] as const

/** Address of the client and its certificate, which only the proxy writes. */
export const proxyHeaders = /^(?:x-forwarded-.*|forwarded|x-real-ip|x-client-.*|(?:x-)?ssl-.*|client-cert.*)$/

/**
 * The HTTP client computes Content-Length from the bytes of the body. Host is forwarded, because it names the project.
 * @param protocol scheme of the public address, without colon
 */
export function forwardedHeaders(
  { headers, socket }: IncomingMessage,
  protocol: string,
): IncomingHttpHeaders {
  const forwarded: IncomingHttpHeaders = { ...headers }
  for (const name of [...hopByHopHeaders, 'content-length', 'expect']) delete forwarded[name]
  for (const name of Object.keys(forwarded)) if (proxyHeaders.test(name)) delete forwarded[name]
  forwarded['x-request-id'] = randomUUID()
  forwarded['x-forwarded-for'] = socket.remoteAddress
  forwarded['x-forwarded-proto'] = protocol
  return forwarded
}

export function responseHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const forwarded: IncomingHttpHeaders = { ...headers }
  for (const name of hopByHopHeaders) delete forwarded[name]
  return forwarded
}
