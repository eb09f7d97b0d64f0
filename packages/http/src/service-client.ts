import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'

const kept = { keepAlive: true } as const
const plain = new Agent(kept)
const secure = new SecureAgent(kept)

interface ServiceRequest {
  /** Encoded, with the query. */
  readonly path: string
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | undefined
  /** Milliseconds without a byte in either direction. */
  readonly timeoutMs: number
}

interface ServiceAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The whole body as UTF-8. */
  readonly text: string
}

/**
 * Client for other services of this instance: text bodies, no redirects, persistent connections. It uses neither streams nor Request
 * and Response, which would cost more than the rest of the gateway's work for an agent's call.
 */
export function createServiceClient(origin: string | URL): (asked: ServiceRequest) => Promise<ServiceAnswer> {
  const { protocol, host: authority, hostname, port } = new URL(origin)
  const isSecure = protocol === 'https:'
  const send = isSecure ? secureRequest : request
  const agent = isSecure ? secure : plain
  const host = hostname.replace(/^\[|\]$/g, '')
  // An empty name avoids Node.js's search for one at each request without TLS.
  const servername = isSecure ? hostname : ''
  return ({ path, method = 'GET', headers = {}, body, timeoutMs: timeout }) =>
    new Promise((resolve, reject) => {
      const listed = headersOf(authority, headers, method === 'GET' ? body : (body ?? ''))
      const options = { agent, host, port, servername, path, method, headers: listed, timeout }
      const outgoing = send(options, (incoming) => collect(incoming, resolve, reject))
      outgoing.on('timeout', () => outgoing.destroy(new Error(`${hostname}:${port} did not answer in time.`)))
      outgoing.on('error', reject)
      outgoing.end(body)
    })
}

/** Names and values alternate: Node.js writes such a list unchanged, but processes an object. */
function headersOf(
  authority: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): string[] {
  const listed = headers.host === undefined ? ['host', authority] : []
  for (const name in headers) listed.push(name, headers[name] as string)
  if (body !== undefined) listed.push('content-length', String(Buffer.byteLength(body)))
  return listed
}

function collect(
  incoming: IncomingMessage,
  resolve: (answer: ServiceAnswer) => void,
  reject: (error: Error) => void,
): void {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('error', reject)
  incoming.on('end', () => {
    const { statusCode: status = 502, headers } = incoming
    resolve({ status, headers, text: Buffer.concat(chunks).toString() })
  })
}
