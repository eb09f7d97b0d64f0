import type { Settings } from '@signet/contracts'
import type { RateLimiter } from '@signet/runtime'
import { refuse } from '@signet/runtime'

/** The ordinary class of rate limits, counted per client address (concepts.md, "Settings"). */
export function limit(limiter: RateLimiter, settings: Settings, address: string): void {
  if (!settings['rateLimit.enabled']) return
  const allowance = {
    max: settings['rateLimit.ordinary.max'],
    windowSeconds: settings['rateLimit.ordinary.windowSeconds'],
  }
  const wait = limiter.take('ordinary', address, allowance, settings['rateLimit.maxTrackedOrigins'])
  if (wait) refuse('rate_limited', { retryAfter: wait })
}
