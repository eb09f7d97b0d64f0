import type { Settings } from '@signet/contracts'
import { rateLimitOrigin, refuse } from '@signet/runtime'
import type { TransportRequest, WithCaller, WithSettings } from './call.ts'

const ordinary = (settings: Settings) => ({
  max: settings['rateLimit.ordinary.max'],
  windowSeconds: settings['rateLimit.ordinary.windowSeconds'],
})

/**
 * See concepts.md, "Settings". A request with a token is counted for its caller after the token is verified, so that an agent does not
 * block the console or another agent at the same address.
 */
export async function limit(call: TransportRequest): Promise<WithSettings> {
  const settings = await call.entrance.settings.current()
  if (call.request.headers.authorization === undefined) limitAddress({ ...call, settings })
  return { settings }
}

export function limitAddress({ deps, entrance, request, settings }: TransportRequest & WithSettings): void {
  if (!settings['rateLimit.enabled']) return
  const origin = rateLimitOrigin(request.raw, deps.config.SIGNET_PROXY_HOPS, settings)
  const tracked = settings['rateLimit.maxTrackedOrigins']
  refuseLimited(entrance.limiter.take('ordinary', origin, ordinary(settings), tracked))
}

/** Counts each call of an agent once: a message with a call is counted as the call. */
export function limitAgent({
  entrance,
  caller,
  settings,
  isCounted = true,
}: TransportRequest & WithSettings & WithCaller): void {
  const { via } = caller ?? {}
  if (!isCounted || via?.credential !== 'agent') return
  if (!settings['rateLimit.enabled'] && via.callsPerMinute === null) return
  const allowance =
    via.callsPerMinute === null ? ordinary(settings) : { max: via.callsPerMinute, windowSeconds: 60 }
  const key = `${via.clientId} ${caller?.accountId}`
  refuseLimited(entrance.limiter.take('agent', key, allowance, settings['rateLimit.maxTrackedOrigins']))
}

function refuseLimited(retryAfter: number): void {
  if (retryAfter) refuse('rate_limited', { retryAfter })
}
