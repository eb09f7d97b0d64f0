import type { Settings } from '@signet/contracts'
import type { RateLimiter } from '@signet/http'

type Class = 'strict' | 'ordinary' | 'public'

/** Costly routes are strict, reads of one's own data ordinary, and what everybody may cache is public. */
const classes: readonly (readonly [RegExp, Class])[] = [
  [/^\/(?:jwks|\.well-known\/)/, 'public'],
  [/^\/(?:me|userinfo|account)(?:\/|$|\?)/, 'ordinary'],
]

const classOf = (url: string): Class => classes.find(([pattern]) => pattern.test(url))?.[1] ?? 'strict'

/** Counts the request; answers 0, or the seconds until the sender may try again. */
export function limitRequest(
  limiter: RateLimiter,
  settings: Settings,
  url: string,
  address: () => string,
): number {
  if (!settings['rateLimit.enabled']) return 0
  const name = classOf(url)
  const allowance = {
    max: settings[`rateLimit.${name}.max`],
    windowSeconds: settings[`rateLimit.${name}.windowSeconds`],
  }
  return limiter.take(name, address(), allowance, settings['rateLimit.maxTrackedOrigins'])
}
