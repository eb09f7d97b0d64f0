import { refuse } from '@signet/runtime'
import type { FastifyRequest } from 'fastify'
import { readSession, requireOwnOrigin, sessionCookieName } from '../authn/console-session.ts'
import type { Administrator } from '../caller.ts'
import type { Deps } from '../deps.ts'

/**
 * Resolves the request's one credential: a bearer token, or the console's cookie. A request with neither is
 * anonymous; one with a credential that does not hold is refused rather than treated as anonymous.
 */
export const createIdentify =
  (deps: Deps, readBearer: (token: string) => Promise<Administrator | null>) =>
  async (request: FastifyRequest): Promise<Administrator | null> => {
    const { authorization } = request.headers
    if (authorization !== undefined) {
      const token = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization)?.[1]
      return (token && (await readBearer(token))) || refuse('unauthenticated')
    }
    const cookie = request.cookies[sessionCookieName(deps.config.SIGNET_BASE_URL)]
    // A browser says where an unsafe request comes from: also one without a session must come from our own page.
    if (!cookie && request.headers.origin !== undefined)
      requireOwnOrigin(request, deps.config.SIGNET_BASE_URL)
    if (!cookie) return null
    requireOwnOrigin(request, deps.config.SIGNET_BASE_URL)
    return readSession(deps, cookie)
  }
