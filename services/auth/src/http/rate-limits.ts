import { hash } from 'node:crypto'
import type { Settings } from '@signet/contracts'
import { RateLimiter } from '@signet/http'
import { requestContext } from '@signet/runtime'
import { decodeJwt } from 'jose'
import { type ApplicationCall, type RequestWithBody, readBody } from './body.ts'
import { KnownApplications } from './known-applications.ts'

type Class = 'strict' | 'ordinary' | 'public' | 'client'

/** Costly routes are strict, reads of the user's own data ordinary, cacheable documents public. */
const classes: readonly (readonly [RegExp, Class])[] = [
  [/^\/(?:jwks|\.well-known\/)/, 'public'],
  [/^\/(?:me|userinfo|account)(?:\/|$|\?)/, 'ordinary'],
  // Counted per application, so that a busy one does not block others at its address.
  [/^\/(?:token|request)(?:\/|$|\?)/, 'client'],
]

const classOf = (url: string): Class => classes.find(([pattern]) => pattern.test(url))?.[1] ?? 'strict'

interface CountedRequest {
  readonly url: string
  readonly request: RequestWithBody
  readonly address: () => string
  /** A stylesheet or an address without an endpoint, which cost no work. */
  readonly isPlain: boolean
}

/** Counted apart from sign-ins, with the same allowance. */
const failures = 'strict failures'

/** Protocol errors that ask the application to repeat its call. */
const askToRepeat = new Set<string | undefined>(['authorization_pending', 'slow_down', 'use_dpop_nonce'])

/** Further names of an address share counters: the sender chooses the names, and must not choose its number of counters. */
const clientsOfAddress = 16

const allowanceOf = (settings: Settings, name: Class) => ({
  max: settings[`rateLimit.${name}.max`],
  windowSeconds: settings[`rateLimit.${name}.windowSeconds`],
})

export class RequestLimits {
  readonly #limiter = new RateLimiter()
  readonly #known = new KnownApplications()

  /**
   * Returns 0, or the seconds until the sender may try again. Never throws: a request that makes the counter fail would not be counted.
   */
  async take(settings: Settings, { url, request, address, isPlain }: CountedRequest): Promise<number> {
    if (!settings['rateLimit.enabled']) return 0
    const own = isPlain ? 'public' : classOf(url)
    // The reader of the body rejects it later.
    const client = own === 'client' ? await clientNamed(url, request).catch(() => undefined) : undefined
    if (client !== undefined) return this.#takeCall(settings, request, { client, address: address() })
    const name = own === 'client' ? 'strict' : own
    if (name === 'strict') request.strictAddress = address()
    return this.#limiter.take(name, address(), allowanceOf(settings, name), maxTracked(settings))
  }

  /** Counts like `take`, without a promise. */
  takeDocument(settings: Settings, address: () => string): number {
    if (!settings['rateLimit.enabled']) return 0
    return this.#limiter.take('public', address(), allowanceOf(settings, 'public'), maxTracked(settings))
  }

  #takeCall(settings: Settings, request: RequestWithBody, call: ApplicationCall): number {
    const { client, address } = call
    const counted = `client ${numberOf(client)}`
    const wait = this.#limiter.take(counted, address, allowanceOf(settings, 'client'), maxTracked(settings))
    if (wait > 0) return wait
    const blocked = this.#known.has(client, address)
      ? 0
      : this.#limiter.wait(failures, address, allowanceOf(settings, 'strict'), maxTracked(settings))
    if (blocked === 0) request.applicationCall = call
    return blocked
  }

  /**
   * A completed sign-in gives its requests back and counts once in a counter with the ordinary allowance, so that a whole office can
   * sign in from one address.
   */
  noteOutcome(settings: Settings, request: RequestWithBody, status: number): void {
    const { applicationCall, strictAddress, signInRequests } = request
    if (strictAddress !== undefined && signInRequests !== undefined && status < 400) {
      const allowance = allowanceOf(settings, 'ordinary')
      if (this.#limiter.take('sign-ins', strictAddress, allowance, maxTracked(settings)) === 0)
        this.#limiter.giveBack('strict', strictAddress, signInRequests)
    }
    if (!applicationCall) return
    const { client, address } = applicationCall
    if (status < 400) this.#known.note(client, address, maxTracked(settings))
    else if (status < 500 && !askToRepeat.has(requestContext()?.cause))
      this.#limiter.take(failures, address, allowanceOf(settings, 'strict'), maxTracked(settings))
  }
}

const maxTracked = (settings: Settings): number => settings['rateLimit.maxTrackedOrigins']

const numberOf = (client: string): number =>
  hash('sha256', client, 'buffer').readUInt32BE() % clientsOfAddress

/**
 * The credential is not verified yet (RFC 6749 2.3.1, RFC 7523 2.2). The token endpoint needs no credential here: a call without one
 * fails unless its grant is a credential.
 */
async function clientNamed(url: string, request: RequestWithBody): Promise<string | undefined> {
  const [, basic] = /^Basic ([\w+/=]+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (basic) return Buffer.from(basic, 'base64').toString().split(':', 1)[0]
  if (request.method !== 'POST') return undefined
  const form = new URLSearchParams((await readBody(request)).toString())
  const hasCredential =
    form.has('client_secret') || form.has('client_assertion') || request.headers['client-cert'] !== undefined
  if (!hasCredential && !isTokenEndpoint.test(url)) return undefined
  return form.get('client_id') ?? subjectOf(form.get('client_assertion'))
}

const isTokenEndpoint = /^\/token(?:$|\?)/

function subjectOf(assertion: string | null): string | undefined {
  try {
    const sub: unknown = assertion === null ? undefined : decodeJwt(assertion).sub
    return typeof sub === 'string' ? sub : undefined
  } catch {
    return undefined
  }
}
