import { actors } from '@signet/events'
import type { RateLimiter } from '@signet/http'
import type { ConnectionRef } from '@signet/provisioning'
import { noteRequest, rateLimitOrigin, refuse } from '@signet/runtime'
import type { SettingsCache } from '@signet/tenancy'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { getAddress } from '../edge/addressed.ts'
import { ScimError } from '../messages/error.ts'
import { type Connection, findConnection, findRefusedConnection } from './connection.ts'

interface Caller {
  readonly connection: Connection
  readonly strict: boolean
  /** Attributes of the request that are not stored. */
  readonly ignored: Set<string>
  /** @throws a refusal beyond the rate of the connection */
  readonly countRequest: () => void
}

const callers = new WeakMap<FastifyRequest, Caller>()

const expiredCredentials = new WeakMap<FastifyRequest, ConnectionRef>()

/** Returns the connection of an expired or refused credential. */
export const expiredCredentialOf = (request: FastifyRequest): ConnectionRef | null =>
  expiredCredentials.get(request) ?? null

export function getCaller(request: FastifyRequest): Caller {
  const caller = callers.get(request)
  if (!caller) throw new Error('A SCIM route ran without authentication.')
  return caller
}

/** Null before the authentication. */
export const findCaller = (request: FastifyRequest): Caller | null => callers.get(request) ?? null

export const connectionOf = (request: FastifyRequest): Connection => getCaller(request).connection

/** Names the connection in audit entries and faults; null before the authentication. */
export function actorOf(request: FastifyRequest): string | null {
  const caller = callers.get(request)
  return caller ? actors.connection(caller.connection.id) : null
}

/** Checks the switch, the credential, the state of the connection and its rate before every SCIM request. */
export function createAuthenticate(
  deps: Deps,
  cache: SettingsCache,
  limiter: RateLimiter,
): (request: FastifyRequest) => Promise<void> {
  const { config, instanceDatabase } = deps
  return async (request) => {
    const settings = await cache.current()
    if (!settings['scim.enabled']) {
      limitGuess(deps, limiter, request, settings)
      throw new ScimError(404, 'Provisioning is switched off on this instance.')
    }
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const found =
      token &&
      (await findConnection(instanceDatabase, getAddress(request.raw), token, config.SIGNET_BASE_URL))
    const isKindAllowed = found && (found.credential === 'oauth' || settings['scim.staticTokens'])
    if (!isKindAllowed) {
      limitGuess(deps, limiter, request, settings)
      const issued = token && (await findRefusedConnection(instanceDatabase, getAddress(request.raw), token))
      if (issued) expiredCredentials.set(request, issued)
      throw unauthenticated(token !== undefined)
    }
    noteRequest({ project: found.projectId, client: found.id })
    const countRequest = () => {
      const wait = limiter.take(
        'connection',
        `${found.projectId}/${found.id}`,
        { max: settings['scim.rateLimit.max'], windowSeconds: settings['scim.rateLimit.windowSeconds'] },
        settings['rateLimit.maxTrackedOrigins'],
      )
      if (wait > 0) refuse('rate_limited', { retryAfter: wait })
    }
    const strict = settings['scim.strict']
    callers.set(request, { connection: found, strict, ignored: new Set(), countRequest })
    refuseByState(found)
    countRequest()
  }
}

/** Counts a request without a valid credential by its address. A connection has a limit of its own. */
export function limitGuess(
  { config }: Deps,
  limiter: RateLimiter,
  request: FastifyRequest,
  settings: Awaited<ReturnType<SettingsCache['current']>>,
): void {
  if (!settings['rateLimit.enabled']) return
  const allowance = {
    max: settings['rateLimit.strict.max'],
    windowSeconds: settings['rateLimit.strict.windowSeconds'],
  }
  const origin = rateLimitOrigin(request.raw, config.SIGNET_PROXY_HOPS, settings)
  const wait = limiter.take('guess', origin, allowance, settings['rateLimit.maxTrackedOrigins'])
  if (wait > 0) refuse('rate_limited', { retryAfter: wait })
}

/** RFC 6750 section 3 */
const unauthenticated = (came: boolean): ScimError =>
  new ScimError(401, 'Present a valid credential of a provisioning connection of this project.', {
    headers: {
      'www-authenticate': came ? 'Bearer realm="scim", error="invalid_token"' : 'Bearer realm="scim"',
    },
  })

export function refuseScheduled(): never {
  throw new ScimError(403, 'The project is scheduled for deletion.')
}

function refuseByState({ enabled, scheduled }: Connection): void {
  if (scheduled) refuseScheduled()
  if (!enabled) throw new ScimError(403, 'The provisioning connection is disabled.')
}
