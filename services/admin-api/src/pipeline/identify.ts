import { callTicketHeader, messageKindHeader } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import type { FastifyRequest } from 'fastify'
import { readSession, requireOwnOrigin, sessionCookieName } from '../authn/console-session.ts'
import type { PresentedToken } from '../authn/proof.ts'
import type { Administrator } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { noteCaller } from '../fault-place.ts'
import type { TransportRequest, WithCaller, WithSettings } from './call.ts'
import { limitAddress } from './limit.ts'

/** Stores the caller for the record of a defect that ends the request. */
export async function identify(call: TransportRequest & WithSettings): Promise<WithCaller> {
  const { deps, entrance, request, settings, isContinued = false } = call
  const caller =
    request.headers.authorization === undefined
      ? await bySession(deps, request)
      : await byToken(entrance, request, isContinued).catch((error) => {
          // The caller is unknown, so the address is counted.
          limitAddress(call)
          throw error
        })
  noteCaller(request, caller)
  if (caller?.via.credential === 'agent' && !settings['mcp.enabled'])
    if (!caller.via.isMachine || isCallOfMessage(request))
      refuse('unauthenticated', { detail: 'Administration by agents is switched off.' })
  return { caller }
}

/** A request with an invalid token is never anonymous. */
async function byToken(
  { readBearer }: TransportRequest['entrance'],
  request: FastifyRequest,
  isProven: boolean,
): Promise<Administrator> {
  const presented = presentedBy(request)
  return (presented && (await readBearer({ ...presented, isProven }))) || refuse('unauthenticated')
}

/** A request without the console's cookie is anonymous. */
async function bySession(deps: Deps, request: FastifyRequest): Promise<Administrator | null> {
  const cookie = request.cookies[sessionCookieName(deps.config.SIGNET_BASE_URL)]
  // Browsers send the origin of an unsafe request. A request without a session must come from the own origin as well.
  if (cookie || request.headers.origin !== undefined) requireOwnOrigin(request, deps.config.SIGNET_BASE_URL)
  return cookie ? readSession(deps, cookie) : null
}

export const isCallOfMessage = ({ headers }: FastifyRequest): boolean => headers[messageKindHeader] === 'call'

/** The agent endpoint forwards a message that tries a console-only operation. */
export const isActOfPeople = ({ headers }: FastifyRequest): boolean =>
  headers[messageKindHeader] === 'console_only'

/** RFC 6750 section 2.1 and RFC 9449 section 7.1. */
export function presentedBy({ headers, method, url }: FastifyRequest): PresentedToken | null {
  const [, scheme, token] = /^(Bearer|DPoP) ([\w.~+/=-]+)$/i.exec(headers.authorization ?? '') ?? []
  if (!scheme || !token) return null
  const header = (name: string): string | undefined => {
    const value = headers[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    token,
    scheme: scheme.toLowerCase() === 'dpop' ? 'dpop' : 'bearer',
    proof: header('dpop'),
    method,
    path: url.split('?', 1)[0] ?? '',
    callTicket: header(callTicketHeader),
  }
}
