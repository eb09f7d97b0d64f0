import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { remainingMs, traceHeaders } from '@signet/runtime'

/** How long another service of this instance may take to answer. */
const timeoutMs = 10_000

interface Options {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/**
 * fetch for addresses of this instance that connects to `internal` instead, keeping the Host of the address: a service
 * answers by Host, and its public name may not be reachable from inside. Other addresses are refused.
 */
export function createInternalFetch(publicOrigin: string, internal: string | undefined) {
  const target = new URL(internal ?? publicOrigin)
  return async (address: string, { method = 'GET', headers = {}, body }: Options = {}): Promise<Response> => {
    const url = new URL(address)
    if (url.origin !== publicOrigin) throw new Error(`${url.origin} is not an address of this instance.`)
    const payload = body === undefined || body === null ? undefined : String(body)
    const send = target.protocol === 'https:' ? httpsRequest : httpRequest
    return new Promise((resolve, reject) => {
      const outgoing = send(
        {
          host: target.hostname.replace(/^\[|\]$/g, ''),
          port: target.port,
          servername: target.hostname,
          method,
          path: url.pathname + url.search,
          headers: {
            ...headers,
            ...traceHeaders(),
            host: url.host,
            ...(payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }),
          },
          timeout: Math.min(timeoutMs, remainingMs()),
        },
        (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', reject)
          incoming.on('end', () => resolve(toResponse(incoming.statusCode ?? 502, incoming.headers, chunks)))
        },
      )
      outgoing.on('timeout', () => outgoing.destroy(new Error(`${target.origin} did not answer in time.`)))
      outgoing.on('error', reject)
      outgoing.end(payload)
    })
  }
}

function toResponse(status: number, headers: NodeJS.Dict<string | string[]>, chunks: Buffer[]): Response {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
  )
  return new Response(status === 204 || status === 304 ? null : Buffer.concat(chunks), {
    status,
    headers: pairs,
  })
}
