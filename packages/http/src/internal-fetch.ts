import type { IncomingHttpHeaders } from 'node:http'
import { remainingMs, traceHeaders } from '@signet/runtime'
import { createServiceClient } from './service-client.ts'

const timeoutMs = 10_000

interface Options {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/**
 * Connects to `internal` and sends the original Host: a service routes by Host, and its public name may be unreachable from inside.
 * Rejects addresses of other instances.
 */
export function createInternalFetch(publicOrigin: string, internal: string | undefined) {
  const send = createServiceClient(internal ?? publicOrigin)
  return async (address: string, { method, headers, body }: Options = {}): Promise<Response> => {
    const url = new URL(address)
    if (url.origin !== publicOrigin) throw new Error(`${url.origin} is not an address of this instance.`)
    const answer = await send({
      path: url.pathname + url.search,
      method,
      headers: { ...headers, ...traceHeaders(), host: url.host },
      body: body === undefined || body === null ? undefined : String(body),
      timeoutMs: Math.min(timeoutMs, remainingMs()),
    })
    const { status } = answer
    const isEmpty = status === 204 || status === 304
    return new Response(isEmpty ? null : answer.text, { status, headers: pairsOf(answer.headers) })
  }
}

const pairsOf = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, [value].flat().join(', ')]],
  )
