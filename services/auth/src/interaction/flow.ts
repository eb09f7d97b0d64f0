import type { SignInState } from '@signet/accounts'
import * as addPasskey from '../pages/add-passkey/handler.ts'
import * as authenticator from '../pages/authenticator/handler.ts'
import * as chooseAccount from '../pages/choose-account/handler.ts'
import * as claimAccount from '../pages/claim-account/handler.ts'
import * as consent from '../pages/consent/handler.ts'
import { needsConsent } from '../pages/consent/needed.ts'
import { formTarget, sendPage } from '../pages/shared/respond.ts'
import * as signIn from '../pages/sign-in/handler.ts'
import * as verification from '../pages/verification/handler.ts'
import { type InteractionContext, localeOf } from '../sign-in/context.ts'
import { type FlowPage, type FlowState, nextStep, rulesOf } from '../sign-in/next-step.ts'
import { continueWith, type Outcome, type RenderedPage } from '../sign-in/outcome.ts'
import { keepProgress, type Progress, readPending } from '../sign-in/progress.ts'
import { routeOf } from '../sign-in/providers.ts'
import { isSignInValid } from '../sign-in/standing.ts'
import { completeSignIn, finish } from './complete.ts'
import { leaveForProvider } from './leave.ts'

interface Page {
  /** Runs each time the browser reaches the page, for example to mail a code. */
  readonly enter?: (visit: InteractionContext, state: FlowState) => Promise<Progress>
  readonly show: (visit: InteractionContext, state: FlowState) => Promise<RenderedPage>
}

const pages: Readonly<Record<FlowPage, Page>> = {
  'sign-in': { show: signIn.show },
  'choose-account': { show: chooseAccount.show },
  'claim-account': { show: claimAccount.show },
  challenge: { show: authenticator.show },
  enrolment: authenticator,
  'new-passkey': { enter: addPasskey.enter, show: addPasskey.show },
  verification,
  consent,
}

export async function follow(visit: InteractionContext, outcome: Outcome): Promise<void> {
  if (outcome.kind === 'stay') return send(visit, outcome.rendered)
  if (outcome.kind === 'end') return finish(visit, outcome.result)
  if (outcome.kind === 'leave') return leave(visit, outcome)
  const state = await readState(visit, outcome)
  const step = nextStep(state)
  if (step === 'end') return finish(visit, { login: state.progress.login })
  if (step === 'signed in')
    return follow(visit, continueWith(await completeSignIn(visit, state), state.account ?? undefined))
  if (step === 'leave') return leave(visit, { providerId: state.route ?? '' })
  const { enter, show } = pages[step]
  const progress = (await enter?.(visit, state)) ?? state.progress
  await keepProgress(visit.interaction, progress)
  send(visit, await show(visit, { ...state, progress }))
}

async function leave(visit: InteractionContext, to: Parameters<typeof leaveForProvider>[1]): Promise<void> {
  const outcome = await leaveForProvider(visit, to)
  if (outcome) await follow(visit, outcome)
}

async function readState(
  visit: InteractionContext,
  { progress, account: read }: Extract<Outcome, { kind: 'continue' }>,
): Promise<FlowState> {
  const { context, interaction } = visit
  const { pending, login } = progress
  const account = read ?? (pending ? await readPending(visit, pending) : null)
  const isOver = await hasEnded(visit, progress, account)
  return {
    prompt: interaction.prompt.name,
    hasSession: interaction.session?.accountId !== undefined,
    progress: isOver ? { entry: { problem: { kind: 'over' } } } : progress,
    account,
    needsConsent: login && !isOver ? await needsConsent(visit, login.accountId) : false,
    route: routeOf(context, interaction.params.login_hint),
    rules: rulesOf(context),
  }
}

/**
 * A sign-in whose account this request has read is not checked again: the statement that writes the session checks it under a lock.
 */
async function hasEnded(
  { context }: InteractionContext,
  { pending, login }: Progress,
  account: SignInState | null,
): Promise<boolean> {
  if (login) return account === null && !(await isSignInValid(context, login))
  return pending !== undefined && pending.registered === undefined && account === null
}

function send(visit: InteractionContext, { page, status = 200 }: RenderedPage): void {
  const { ctx, interaction } = visit
  sendPage(ctx, page, {
    locale: localeOf(visit),
    status,
    formTargets: formTarget(interaction.params.redirect_uri),
  })
}
