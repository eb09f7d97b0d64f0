import type { IncomingHttpHeaders } from 'node:http'
import { remainingMs, traceHeaders } from '@signet/runtime'
import { createServiceClient } from './service-client.ts'

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
