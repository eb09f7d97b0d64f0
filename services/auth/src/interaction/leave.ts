import { failAt } from '../federation/callback.ts'
import { leaveFor } from '../federation/leave.ts'
import { findUpstream } from '../federation/upstream-store.ts'
import { leavingPage } from '../pages/leaving/view.ts'
import { projectBrand } from '../pages/shared/project-brand.ts'
import { type InteractionContext, localeOf } from '../sign-in/context.ts'
import { noteSignIn } from '../sign-in/note-sign-in.ts'
import { continueWith, type Outcome, stay } from '../sign-in/outcome.ts'
import { problemOf } from '../upstream/problem.ts'

type Leave = Extract<Outcome, { kind: 'leave' }>

export async function leaveForProvider(
  visit: InteractionContext,
  { providerId, login }: Pick<Leave, 'providerId' | 'login'>,
): Promise<Outcome | undefined> {
  const { context, ctx, interaction } = visit
  const upstream = await findUpstream(context, providerId)
  if (!upstream?.enabled || !context.settings['federation.enabled'])
    return continueWith({ failed: { reason: 'gone', providerName: '' } })
  const redirect = { purpose: 'sign_in', interactionUid: interaction.uid } as const
  const leaving = { redirect, params: interaction.params, login }
  const url = await leaveFor(visit, upstream, leaving).catch(async (error: unknown) => {
    const problem = problemOf(error)
    if (problem === null) throw error
    noteSignIn(visit, { method: 'provider', outcome: 'unavailable', providerId })
    return failAt(context, upstream, problem)
  })
  if (!(url instanceof URL)) return continueWith(url)
  const locale = localeOf(visit)
  if (ctx.method !== 'GET')
    return stay(
      leavingPage({ locale, project: projectBrand(context), providerName: upstream.displayName, url }),
    )
  ctx.status = 303
  ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  ctx.redirect(url.href)
  return undefined
}
