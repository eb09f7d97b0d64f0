import { Agent, type IncomingMessage, request } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'

const kept = { keepAlive: true } as const
const plain = new Agent(kept)
const secure = new SecureAgent(kept)

/** Longer ones a server does not read to the end, and resets the connection (RFC 6585 5). */
const maxAddress = 12_000

/**
 * `fetch` as far as calls of one service by another use it: text in, text out, no redirects. A call of an agent is this one
 * request, and the streams of the global one cost more than the rest of the gateway.
 */
export const localFetch: typeof fetch = async (input, { method = 'GET', headers, body, signal } = {}) => {
  const url = new URL(String(input))
  if (url.href.length > maxAddress) return new Response(null, { status: 431 })
  const isSecure = url.protocol === 'https:'
  const payload = typeof body === 'string' ? body : undefined
  return new Promise((resolve, reject) => {
    const outgoing = (isSecure ? secureRequest : request)(
      url,
      {
        agent: isSecure ? secure : plain,
        method,
        headers: {
          ...(headers as Readonly<Record<string, string>>),
          ...(payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }),
        },
        ...(signal ? { signal } : {}),
      },
      (incoming) => read(incoming).then(resolve, reject),
    )
    outgoing.on('error', reject)
    outgoing.end(payload)
  })
}

async function read(incoming: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const status = incoming.statusCode ?? 502
  const isEmpty = status === 204 || status === 304
  return new Response(isEmpty ? null : Buffer.concat(chunks).toString(), { status })
}
