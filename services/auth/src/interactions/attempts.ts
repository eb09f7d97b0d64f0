import type { ThrottlePolicy, Visitor } from '@signet/accounts'
import type { Settings } from '@signet/contracts'
import type { Sql } from '@signet/db'
import { clientAddress, networkOf } from '@signet/runtime'
import { unitOfWork } from '../storage/unit-of-work.ts'
import type { InteractionContext } from './context.ts'
import { knownBrowsers } from './known-browser.ts'

/** The settings `loginThrottle.*`. */
export const throttlePolicy = (settings: Settings): ThrottlePolicy => ({
  failureCap: settings['loginThrottle.failureCap'],
  windowSeconds: settings['loginThrottle.windowSeconds'],
  windowCeilingSeconds: settings['loginThrottle.windowCeilingSeconds'],
})

/** Who tries, for the throttle: the browser, and the network it is in. */
export const visitorOf = ({ context, ctx }: Pick<InteractionContext, 'context' | 'ctx'>): Visitor => ({
  known: knownBrowsers(context, ctx),
  network: networkOf(clientAddress(ctx.req, context.deps.config.SIGNET_PROXY_HOPS)),
})

/** What becomes of a reserved attempt is written together with what else the request writes. */
export function resolveWithAnswer(resolved: Sql): void {
  const unit = unitOfWork()
  if (!unit) throw new Error('An attempt belongs to a request.')
  unit.addInsert('resolved attempt', resolved)
}
