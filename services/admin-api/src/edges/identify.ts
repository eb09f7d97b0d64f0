import { callTicketHeader } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import type { FastifyRequest } from 'fastify'
import type { ReadBearer } from '../authn/bearer.ts'
import { readSession, requireOwnOrigin, sessionCookieName } from '../authn/console-session.ts'
import type { Presented } from '../authn/proof.ts'
import type { Administrator } from '../caller.ts'
import type { Deps } from '../deps.ts'

/**
 * Resolves the request's one credential: a bearer token, or the console's cookie. A request with neither is
 * anonymous; one with a credential that does not hold is refused rather than treated as anonymous.
 */
export const createIdentify =
  (deps: Deps, readBearer: ReadBearer) =>
  async (request: FastifyRequest): Promise<Administrator | null> => {
    if (request.headers.authorization !== undefined) {
      const presented = presentedBy(request)
      return (presented && (await readBearer(presented))) || refuse('unauthenticated')
    }
    const cookie = request.cookies[sessionCookieName(deps.config.SIGNET_BASE_URL)]
    // A browser says where an unsafe request comes from: also one without a session must come from our own page.
    if (!cookie && request.headers.origin !== undefined)
      requireOwnOrigin(request, deps.config.SIGNET_BASE_URL)
    if (!cookie) return null
    requireOwnOrigin(request, deps.config.SIGNET_BASE_URL)
    return readSession(deps, cookie)
  }

/** RFC 6750 2.1 and RFC 9449 7.1. */
export function presentedBy({ headers, method, url }: FastifyRequest): Presented | null {
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
