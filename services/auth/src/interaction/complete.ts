import { linkProven } from '../federation/prove-account.ts'
import { credentialsOf } from '../sign-in/address-owner.ts'
import type { InteractionContext } from '../sign-in/context.ts'
import { rememberBrowser } from '../sign-in/known-browser.ts'
import type { FlowState } from '../sign-in/next-step.ts'
import { methodOf, noteSignIn } from '../sign-in/note-sign-in.ts'
import type { Outcome } from '../sign-in/outcome.ts'
import type { Progress, UpstreamPerson } from '../sign-in/progress.ts'

/** Links a provider that the sign-in proved. Consent follows in the same interaction. */
export async function completeSignIn(
  visit: InteractionContext,
  { progress: { pending } }: FlowState,
): Promise<Progress> {
  if (!pending) return {}
  const { accountId, amr, basis, upstream, links } = pending
  if (!basis) return {}
  const { context, ctx } = visit
  const presented = credentialsOf(pending)
  const by = upstream
    ? ({ method: 'provider', providerId: upstream.providerId } as const)
    : { method: methodOf(amr) }
  noteSignIn(visit, { ...by, outcome: 'succeeded', accountId })
  if (!upstream) {
    rememberBrowser(context, ctx, { accountId, passwordSetAt: basis.passwordSetAt })
    return { login: { accountId, amr, basis, presented, remember: true } }
  }
  if (!links)
    return { login: { accountId, basis, presented, upstream, ts: authTimeOf(upstream), remember: true } }
  const linked = await linkProven(context, { accountId, basis }, upstream)
  if (!linked) return { failed: { reason: 'address_in_use', providerName: '' } }
  const { mapped: _applied, ...identity } = upstream
  return { login: { accountId, basis: linked, presented, upstream: identity, remember: true } }
}

/** The provider states no time: no request for a recent sign-in accepts it. */
const unknownTime = 0

/** The time at the provider is no later than now. */
const authTimeOf = ({ authTime }: UpstreamPerson): number =>
  Math.min(authTime ?? unknownTime, Math.floor(Date.now() / 1_000))

/** Uses 303, so that the browser does not post the password again. */
export async function finish(
  { provider, ctx }: InteractionContext,
  result: Extract<Outcome, { kind: 'end' }>['result'],
): Promise<void> {
  const returnTo = await provider.interactionResult(ctx.req, ctx.res, result, {
    mergeWithLastSubmission: !('error' in result),
  })
  ctx.status = 303
  ctx.redirect(returnTo)
}
