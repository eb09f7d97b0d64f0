import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'

// RFC 9110 section 7.6.1: these speak about one connection only.
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

// Only a proxy of ours may say these: who the peer is, and what certificate it showed.
const spokenForTheProxy =
  /^(?:x-forwarded-.*|forwarded|x-real-ip|x-client-(?:cert|verify|dn).*|(?:x-)?ssl-(?:client-)?.*|client-cert.*)$/

/**
 * The request's headers as a service may trust them. Host stays: a project is known by it.
 * @param behindProxy whether a proxy of ours stands in front, which took away what clients wrote
 */
export function requestHeaders(
  request: IncomingMessage,
  protocol: string,
  behindProxy = false,
): OutgoingHttpHeaders {
  const headers = withoutHopByHop(request.headers)
  const before = behindProxy ? [request.headers['x-forwarded-for'] ?? []].flat() : []
  for (const name of Object.keys(headers)) if (spokenForTheProxy.test(name)) delete headers[name]
  // Node.js has answered it already.
  delete headers.expect
  if (request.headers['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked'
  headers['x-forwarded-for'] = [...before, request.socket.remoteAddress].join(', ')
  headers['x-forwarded-proto'] = protocol
  return headers
}

export function responseHeaders(response: IncomingMessage): OutgoingHttpHeaders {
  return withoutHopByHop(response.headers)
}

function withoutHopByHop(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  // A client may not take the host away that says which project it means.
  const kept: OutgoingHttpHeaders = { ...headers }
  for (const name of [...hopByHop, ...named]) if (name !== 'host') delete kept[name]
  return kept
}
