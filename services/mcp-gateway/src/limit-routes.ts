import { defaultSettings } from '@signet/contracts'
import { RateLimiter } from '@signet/http'
import { clientAddress } from '@signet/runtime'
import type { FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { HttpError } from './http-error.ts'

/**
 * The administration API counts each message by its agent, or by its address for an invalid token; other requests are counted here. The
 * gateway reads no settings, so the default allowance applies.
 */
export function limitRoutes({ SIGNET_PROXY_HOPS }: Config): (request: FastifyRequest) => void {
  const limiter = new RateLimiter()
  const { 'rateLimit.public.max': max, 'rateLimit.public.windowSeconds': windowSeconds } = defaultSettings
  return ({ raw, headers, method, routeOptions }) => {
    const isMessage = method === 'POST' && routeOptions.url === '/mcp'
    if (isMessage && headers.authorization !== undefined) return
    const address = clientAddress(raw, SIGNET_PROXY_HOPS)
    const tracked = defaultSettings['rateLimit.maxTrackedOrigins']
    const wait = limiter.take('public', address, { max, windowSeconds }, tracked)
    if (wait > 0) throw new HttpError('rate_limited', { 'retry-after': String(wait) })
  }
}
