import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { notCounted, requestContext } from '@signet/runtime'
import { EgressGate, type EgressLimits, egressLimits } from './egress-gate.ts'
import { type Target, targetOf } from './egress-target.ts'
import { type Resolve, resolveName } from './resolve-name.ts'

export const egressBytes = {
  clientMetadata: 5 * 1024,
  answer: 8 * 1024,
  keys: 64 * 1024,
  user: 64 * 1024,
  discovery: 128 * 1024,
  metadata: 256 * 1024,
} as const

/** Other members of fetch's own `RequestInit` are ignored. */
export interface EgressRequest {
  readonly method?: string | undefined
  readonly headers?: Headers | Readonly<Record<string, string>> | undefined
  readonly body?: unknown
  readonly signal?: AbortSignal | null | undefined
  /** Default: the largest of `egressBytes`. */
  readonly maxBytes?: number
  /** `json`: a response other than 200 with JSON is the same error as every other failure. */
  readonly expect?: 'json'
  /** PEM, with the chain; for a server that requests a certificate. */
  readonly clientCertificate?: { readonly certificate: string; readonly key: string } | undefined
  /** Default: the project of the current request. */
  readonly share?: string
}

export interface Egress {
  /**
   * Works like `fetch` for URLs from users: public https only, at the vetted addresses, without redirects, proxies or compression.
   * Returns after the whole body has arrived.
   * @throws EgressRefused, equal for every reason
   */
  fetch(url: string | URL, request?: EgressRequest): Promise<Response>
}

interface EgressOptions {
  /** Exact `host:port` pairs (SIGNET_EGRESS_ALLOW) that may also be reached; development only. */
  readonly allow: readonly string[]
  readonly resolve?: Resolve
  /** Milliseconds. */
  readonly connectMs?: number
  readonly totalMs?: number
  /** Failures are reported at multiples of this, so that their time reveals little. */
  readonly stepMs?: number
  readonly limits?: EgressLimits
}

/** A failed or a forbidden URL. The caller is not told which, so that it cannot scan the network. */
export class EgressRefused extends Error {
  override name = 'EgressRefused'
  constructor() {
    super('The address could not be fetched.')
  }
}

/** Not sent: too many outgoing requests to the host, of the project or of the process are in progress. */
export class EgressBusy extends EgressRefused {
  override name = 'EgressBusy'
  override message = 'Too many outgoing requests are in progress. Try again in a moment.'
}

/** The only client for addresses from users. It cannot be switched off; only single pairs can be allowed. */
export function createEgress({
  allow,
  resolve = resolveName,
  connectMs = 2_000,
  totalMs = 5_000,
  stepMs = 250,
  limits = egressLimits,
}: EgressOptions): Egress {
  const allowed = new Set(allow)
  const gate = new EgressGate(limits)
  const exchange = async (url: string | URL, request: EgressRequest, deadline: AbortSignal) => {
    const leave = await gate.enter(routeOf(url, request), deadline)
    if (!leave) throw new EgressBusy()
    const resolving = targetOf(url, allowed, resolve)
    try {
      const target = await orAborted(resolving, deadline)
      if (!target) throw new EgressRefused()
      const response = await send(target, request, deadline, connectMs)
      if (request.expect === 'json') await requireJson(response)
      return response
    } finally {
      // The slot also covers a name resolution that outlasts its caller.
      void resolving.catch(() => undefined).then(leave)
    }
  }
  return {
    fetch: (url, request = {}) =>
      notCounted(async () => {
        const begun = performance.now()
        const deadline = AbortSignal.any([
          AbortSignal.timeout(totalMs),
          ...(request.signal ? [request.signal] : []),
        ])
        try {
          return await exchange(url, request, deadline)
        } catch (error) {
          if (error instanceof EgressBusy) throw error
          await pause(stepMs - ((performance.now() - begun) % stepMs))
          throw new EgressRefused()
        }
      }),
  }
}

function routeOf(url: string | URL, { share }: EgressRequest) {
  return {
    share: share ?? requestContext()?.project ?? 'instance',
    host: URL.parse(String(url))?.host ?? '',
  }
}

async function requireJson(response: Response): Promise<void> {
  if (response.status !== 200) throw new EgressRefused()
  JSON.parse(await response.clone().text())
}

async function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(new EgressRefused())
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function send(
  target: Target,
  request: EgressRequest,
  signal: AbortSignal,
  connectMs: number,
): Promise<Response> {
  const response = await answerOf(target, request, signal, connectMs)
  const { statusCode: status = 0, headers } = response
  const refused =
    (status >= 300 && status <= 399) || !['identity', undefined].includes(headers['content-encoding'])
  if (refused) {
    response.destroy()
    throw new EgressRefused()
  }
  const body = await bodyOf(response, request.maxBytes ?? egressBytes.discovery)
  return new Response(status === 204 ? null : body, { status, headers: flat(headers) })
}

function answerOf(
  { url, hostname, port, addresses }: Target,
  { method = 'GET', headers, body, clientCertificate }: EgressRequest,
  signal: AbortSignal,
  connectMs: number,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  // Uses new agents: the environment can configure a proxy for the global ones.
  const agent = isSecure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false })
  const payload = payloadOf(body)
  const sent = new Headers(headers instanceof Headers ? headers : { ...headers })
  sent.delete('host')
  sent.set('accept-encoding', 'identity')
  if (body instanceof URLSearchParams && !sent.has('content-type'))
    sent.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')
  if (payload) sent.set('content-length', String(payload.byteLength))

  return new Promise((resolve, reject) => {
    const outgoing = (isSecure ? httpsRequest : httpRequest)({
      agent,
      ...(isSecure && clientCertificate
        ? { cert: clientCertificate.certificate, key: clientCertificate.key }
        : {}),
      hostname,
      port,
      path: `${url.pathname}${url.search}`,
      method,
      headers: Object.fromEntries(sent),
      lookup: pinnedTo(addresses),
      signal,
    })
    const connecting = setTimeout(() => outgoing.destroy(new EgressRefused()), connectMs)
    outgoing.once('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(connecting)),
    )
    outgoing.once('close', () => clearTimeout(connecting))
    outgoing.once('error', reject)
    outgoing.once('response', resolve)
    outgoing.end(payload)
  })
}

/** Avoids a second lookup, which could have another result (DNS rebinding). */
const pinnedTo =
  (addresses: Target['addresses']): LookupFunction =>
  (_hostname, options, callback) => {
    if (options.all) return callback(null, [...addresses])
    const [first] = addresses
    callback(null, first?.address ?? '', first?.family)
  }

function payloadOf(body: unknown): Buffer | undefined {
  if (body === undefined || body === null) return undefined
  if (body instanceof Uint8Array) return Buffer.from(body)
  if (typeof body === 'string' || body instanceof URLSearchParams) return Buffer.from(body.toString())
  throw new TypeError('A body must be text, bytes or form parameters.')
}

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    // Leaving the loop destroys the response and its connection.
    if (size > maxBytes) throw new EgressRefused()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const flat = (headers: IncomingMessage['headers']): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, [value].flat().join(', ')]],
  )
