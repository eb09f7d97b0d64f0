import { rateLimitOrigin, refuse } from '@signet/runtime'
import type { Arrived, Limited } from './call.ts'

/** The ordinary class of rate limits, counted per client address (concepts.md, "Settings"). */
export async function limit({ deps, entrance, request }: Arrived): Promise<Limited> {
  const settings = await entrance.settings.current()
  if (!settings['rateLimit.enabled']) return { settings }
  const allowance = {
    max: settings['rateLimit.ordinary.max'],
    windowSeconds: settings['rateLimit.ordinary.windowSeconds'],
  }
  const origin = rateLimitOrigin(request.raw, deps.config.SIGNET_PROXY_HOPS, settings)
  const wait = entrance.limiter.take('ordinary', origin, allowance, settings['rateLimit.maxTrackedOrigins'])
  if (wait) refuse('rate_limited', { retryAfter: wait })
  return { settings }
}
