import { Unavailable } from '@signet/db'
import type { RateLimiter } from '@signet/http'
import { rateLimitOrigin, refuse } from '@signet/runtime'
import type { SettingsCache } from '@signet/tenancy'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

/** Routes that cause requests to the authorization server and the database. */
const costly = new Set(['/admin/api/login', '/admin/api/callback'])

/**
 * Counts documents, the console's sign-in, and unknown paths by address, except while the database is unavailable; the documents do not
 * need it.
 */
export function limitRoutes(
  { config }: Deps,
  settings: SettingsCache,
  limiter: RateLimiter,
): (request: FastifyRequest) => Promise<void> {
  return async ({ raw, routeOptions }) => {
    const current = await settings.current().catch(ignoreUnavailable)
    if (!current?.['rateLimit.enabled']) return
    const name = costly.has(routeOptions.url ?? '') ? 'strict' : 'public'
    const origin = rateLimitOrigin(raw, config.SIGNET_PROXY_HOPS, current)
    const allowance = {
      max: current[`rateLimit.${name}.max`],
      windowSeconds: current[`rateLimit.${name}.windowSeconds`],
    }
    const retryAfter = limiter.take(name, origin, allowance, current['rateLimit.maxTrackedOrigins'])
    if (retryAfter > 0) refuse('rate_limited', { retryAfter })
  }
}

function ignoreUnavailable(error: unknown): undefined {
  if (!(error instanceof Unavailable)) throw error
}
