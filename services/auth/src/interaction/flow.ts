import type { SignInState } from '@signet/accounts'
import { failAt } from '../federation/callback.ts'
import { leaveFor } from '../federation/leave.ts'
import { linkProven } from '../federation/prove-account.ts'
import { findUpstream } from '../federation/upstream-store.ts'
import * as authenticator from '../pages/authenticator/handler.ts'
import * as chooseAccount from '../pages/choose-account/handler.ts'
import * as claimAccount from '../pages/claim-account/handler.ts'
import * as consent from '../pages/consent/handler.ts'
import { needsConsent } from '../pages/consent/needed.ts'
import { leavingPage } from '../pages/leaving/view.ts'
import { projectBrand } from '../pages/shared/project-brand.ts'
import { formTarget, sendPage } from '../pages/shared/respond.ts'
import * as signIn from '../pages/sign-in/handler.ts'
import * as verification from '../pages/verification/handler.ts'
import { type InteractionContext, localeOf } from '../sign-in/context.ts'
import { rememberBrowser } from '../sign-in/known-browser.ts'
import { type FlowPage, type FlowState, nextStep } from '../sign-in/next-step.ts'
import { goOn, type Outcome, type Rendered, rendered } from '../sign-in/outcome.ts'
import { keepProgress, type Progress, readPending, type UpstreamPerson } from '../sign-in/progress.ts'
import { routeOf } from '../sign-in/providers.ts'
import { stands } from '../sign-in/standing.ts'
import { problemOf } from '../upstream/problem.ts'

interface Page {
  /** What reaching the page does, such as mailing a code; again when it is reached again. Answers the progress to keep. */
  readonly enter?: (visit: InteractionContext, state: FlowState) => Promise<Progress>
  readonly show: (visit: InteractionContext, state: FlowState) => Promise<Rendered>
}

const pages: Readonly<Record<FlowPage, Page>> = {
  'sign-in': { show: signIn.show },
  'choose-account': { show: chooseAccount.show },
  'claim-account': { show: claimAccount.show },
  challenge: { show: authenticator.show },
  enrolment: authenticator,
  verification,
  consent,
}

/** Carries a person from what came of one page to the next one, or back to the application. */
export async function follow(visit: InteractionContext, outcome: Outcome): Promise<void> {
  if (outcome.kind === 'stay') return send(visit, outcome.rendered)
  if (outcome.kind === 'end') return finish(visit, outcome.result)
  if (outcome.kind === 'leave') return leave(visit, outcome)
  const state = await readState(visit, outcome)
  const step = nextStep(state)
  if (step === 'end') return finish(visit, { login: state.progress.login })
  if (step === 'signed in') return follow(visit, goOn(await signedIn(visit, state)))
  if (step === 'leave') return leave(visit, { providerId: state.route ?? '' })
  const { enter, show } = pages[step]
  const progress = (await enter?.(visit, state)) ?? state.progress
  await keepProgress(visit.interaction, progress)
  send(visit, await show(visit, { ...state, progress }))
}

async function readState(
  visit: InteractionContext,
  { progress, account: read }: Extract<Outcome, { kind: 'go on' }>,
): Promise<FlowState> {
  const { context, interaction } = visit
  const { pending, login } = progress
  const account = pending ? (read ?? (await readPending(visit, pending))) : null
  const isOver = await hasEnded(visit, progress, account)
  return {
    prompt: interaction.prompt.name,
    hasSession: interaction.session?.accountId !== undefined,
    progress: isOver ? { entry: { problem: { kind: 'over' } } } : progress,
    account,
    needsConsent: login && !isOver ? await needsConsent(visit, login.accountId) : false,
    route: routeOf(context, interaction.params.login_hint),
    rules: context.project,
  }
}

/** Returns whether something that the sign-in rests on has ended, so that it must begin again. */
async function hasEnded(
  { context }: InteractionContext,
  { pending, login }: Progress,
  account: SignInState | null,
): Promise<boolean> {
  if (login) return !(await stands(context, login))
  return pending !== undefined && pending.registered === undefined && account === null
}

/** Sign-in and consent share one interaction: the second page follows at once, without another round of redirects. */
async function signedIn(
  { context, ctx }: InteractionContext,
  { progress: { pending } }: FlowState,
): Promise<Progress> {
  if (!pending) return {}
  const { accountId, amr, basis, upstream, links } = pending
  if (!basis) return {}
  if (!upstream) {
    rememberBrowser(context, ctx, { accountId, passwordSetAt: basis.passwordSetAt })
    return { login: { accountId, amr, basis, remember: true } }
  }
  if (!links) return { login: { accountId, basis, upstream, ts: authTimeOf(upstream), remember: true } }
  const linked = await linkProven(context, { accountId, basis }, upstream)
  if (!linked) return { failed: { reason: 'address_in_use', providerName: '' } }
  return { login: { accountId, basis: linked, upstream, remember: true } }
}

/** The time that an ID token states when the provider did not state one: no request for a recent sign-in accepts it. */
const unknownTime = 0

/** Returns when the user authenticated at the provider, which is no later than now. */
const authTimeOf = ({ authTime }: UpstreamPerson): number =>
  Math.min(authTime ?? unknownTime, Math.floor(Date.now() / 1_000))

/** Sends the browser to the provider, or says why it cannot go there. */
async function leave(
  visit: InteractionContext,
  { providerId, login }: Pick<Extract<Outcome, { kind: 'leave' }>, 'providerId' | 'login'>,
): Promise<void> {
  const { context, ctx, interaction } = visit
  const upstream = await findUpstream(context, providerId)
  if (!upstream?.enabled || !context.settings['federation.enabled'])
    return follow(visit, goOn({ failed: { reason: 'gone', providerName: '' } }))
  const errand = { purpose: 'sign_in', interactionUid: interaction.uid } as const
  const leaving = { errand, params: interaction.params, login }
  const url = await leaveFor(visit, upstream, leaving).catch(async (error: unknown) => {
    const problem = problemOf(error)
    if (problem === null) throw error
    return failAt(context, upstream, problem)
  })
  if (!(url instanceof URL)) return follow(visit, goOn(url))
  const locale = localeOf(visit)
  if (ctx.method !== 'GET')
    return send(
      visit,
      rendered(
        leavingPage({ locale, project: projectBrand(context), providerName: upstream.displayName, url }),
      ),
    )
  ctx.status = 303
  ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  ctx.redirect(url.href)
}

function send(visit: InteractionContext, { page, status = 200 }: Rendered): void {
  const { ctx, interaction } = visit
  sendPage(ctx, page, {
    locale: localeOf(visit),
    status,
    formTargets: formTarget(interaction.params.redirect_uri),
  })
}

/** Goes back to the authorization endpoint with the outcome; 303, so that no password is ever posted on. */
async function finish(
  { provider, ctx }: InteractionContext,
  result: Extract<Outcome, { kind: 'end' }>['result'],
): Promise<void> {
  const returnTo = await provider.interactionResult(ctx.req, ctx.res, result, {
    mergeWithLastSubmission: !('error' in result),
  })
  ctx.status = 303
  ctx.redirect(returnTo)
}
