import { hash } from 'node:crypto'
import type { Settings } from '@signet/contracts'
import type { RateLimiter } from '@signet/http'
import { decodeJwt } from 'jose'
import { type RequestWithBody, readBody } from './body.ts'

type Class = 'strict' | 'ordinary' | 'public' | 'client'

/** Costly routes are strict, reads of one's own data ordinary, and what everybody may cache is public. */
const classes: readonly (readonly [RegExp, Class])[] = [
  [/^\/(?:jwks|\.well-known\/)/, 'public'],
  [/^\/(?:me|userinfo|account)(?:\/|$|\?)/, 'ordinary'],
  // An application's own requests: one that is busy must not shut out the others of its office.
  [/^\/(?:token|request)(?:\/|$|\?)/, 'client'],
]

const classOf = (url: string): Class => classes.find(([pattern]) => pattern.test(url))?.[1] ?? 'strict'

interface CountedRequest {
  readonly url: string
  readonly request: RequestWithBody
  readonly address: () => string
  /** Nothing costly is at the address: a stylesheet, or no endpoint at all. */
  readonly isPlain: boolean
}

/**
 * Who names more applications than this from one address counts for some of them together: a sender chooses the name, and
 * must not choose how often it is counted anew.
 */
const clientsOfAddress = 16

/**
 * Counts the request and returns 0, or the seconds until the sender may try again. Never throws: a request that makes
 * the counter fail would not be counted.
 */
export async function limitRequest(
  limiter: RateLimiter,
  settings: Settings,
  { url, request, address, isPlain }: CountedRequest,
): Promise<number> {
  if (!settings['rateLimit.enabled']) return 0
  const own = isPlain ? 'public' : classOf(url)
  // A body that cannot be read is rejected by its reader.
  const client = own === 'client' ? await clientNamed(request).catch(() => undefined) : undefined
  const name = own === 'client' && client === undefined ? 'strict' : own
  const allowance = {
    max: settings[`rateLimit.${name}.max`],
    windowSeconds: settings[`rateLimit.${name}.windowSeconds`],
  }
  const counted = client === undefined ? name : `${name} ${numberOf(client)}`
  return limiter.take(counted, address(), allowance, settings['rateLimit.maxTrackedOrigins'])
}

const numberOf = (client: string): number =>
  hash('sha256', client, 'buffer').readUInt32BE() % clientsOfAddress

/** The application a request says it is of, before anything is believed (RFC 6749 2.3.1, RFC 7523 2.2). */
async function clientNamed(request: RequestWithBody): Promise<string | undefined> {
  const [, basic] = /^Basic ([\w+/=]+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (basic) return Buffer.from(basic, 'base64').toString().split(':', 1)[0]
  if (request.method !== 'POST') return undefined
  const form = new URLSearchParams((await readBody(request)).toString())
  return form.get('client_id') ?? subjectOf(form.get('client_assertion'))
}

function subjectOf(assertion: string | null): string | undefined {
  try {
    const sub: unknown = assertion === null ? undefined : decodeJwt(assertion).sub
    return typeof sub === 'string' ? sub : undefined
  } catch {
    return undefined
  }
}
