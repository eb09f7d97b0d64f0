import type { ThrottlePolicy, Visitor } from '@signet/accounts'
import type { Settings } from '@signet/contracts'
import type { Sql } from '@signet/db'
import { clientAddress, networkOf } from '@signet/runtime'
import { requireRequestState } from '../request/state.ts'
import type { InteractionContext } from './context.ts'
import { knownBrowsers } from './known-browser.ts'

export const throttlePolicy = (settings: Settings): ThrottlePolicy => ({
  failureCap: settings['loginThrottle.failureCap'],
  windowSeconds: settings['loginThrottle.windowSeconds'],
  windowCeilingSeconds: settings['loginThrottle.windowCeilingSeconds'],
})

/** Browser and network, by which the throttle counts attempts. */
export const visitorOf = ({ context, ctx }: Pick<InteractionContext, 'context' | 'ctx'>): Visitor => ({
  known: knownBrowsers(context, ctx),
  network: networkOf(clientAddress(ctx.req, context.deps.config.SIGNET_PROXY_HOPS)),
})

/** Stores the result of a reserved attempt with the other writes of the request. */
export function resolveWithAnswer(resolved: Sql): void {
  requireRequestState().writes.addInsert('resolved attempt', resolved)
}
