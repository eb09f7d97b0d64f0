import { readSignInState } from '@signet/directory'
import * as authenticator from '../pages/authenticator/handler.ts'
import * as chooseAccount from '../pages/choose-account/handler.ts'
import * as consent from '../pages/consent/handler.ts'
import { needsConsent } from '../pages/consent/needed.ts'
import * as signIn from '../pages/sign-in/handler.ts'
import * as verification from '../pages/verification/handler.ts'
import { type InteractionContext, localeOf } from './context.ts'
import { rememberBrowser } from './known-browser.ts'
import { type FlowPage, type FlowState, nextStep } from './next-step.ts'
import type { Outcome, Rendered } from './outcome.ts'
import { keepProgress, type Pending, type Progress } from './progress.ts'
import { formTarget, sendPage } from './respond.ts'

interface Page {
  /** What reaching the page does, such as mailing a code; again when it is reached again. Answers the progress to keep. */
  readonly enter?: (visit: InteractionContext, state: FlowState) => Promise<Progress>
  readonly show: (visit: InteractionContext, state: FlowState) => Promise<Rendered>
}

const pages: Readonly<Record<FlowPage, Page>> = {
  'sign-in': { show: signIn.show },
  'choose-account': { show: chooseAccount.show },
  challenge: { show: authenticator.show },
  enrolment: authenticator,
  verification,
  consent,
}

/** Carries a person from what came of one page to the next one, or back to the application. */
export async function follow(visit: InteractionContext, outcome: Outcome): Promise<void> {
  if (outcome.kind === 'stay') return send(visit, outcome.rendered)
  if (outcome.kind === 'end') return finish(visit, outcome.result)
  const state = await readState(visit, outcome)
  const step = nextStep(state)
  if (step === 'end') return finish(visit, { login: state.progress.login })
  if (step === 'signed in') return follow(visit, { kind: 'go on', progress: signedIn(visit, state) })
  const { enter, show } = pages[step]
  const progress = (await enter?.(visit, state)) ?? state.progress
  if (progress.pending || progress.login) await keepProgress(visit, progress)
  send(visit, await show(visit, { ...state, progress }))
}

async function readState(
  visit: InteractionContext,
  { progress, account: read }: Extract<Outcome, { kind: 'go on' }>,
): Promise<FlowState> {
  const { context, interaction } = visit
  const { pending, login } = progress
  const account = pending ? (read ?? (await readPending(visit, pending))) : null
  return {
    prompt: interaction.prompt.name,
    hasSession: interaction.session?.accountId !== undefined,
    progress:
      pending && account ? { pending: { ...pending, passwordSetAt: account.passwordSetAt } } : progress,
    account,
    needsConsent: login ? await needsConsent(visit, login.accountId) : false,
    rules: context.project,
  }
}

/** The account whose sign-in it is, while the password that was given is still its own. */
const readPending = ({ context }: InteractionContext, { accountId, passwordSetAt }: Pending) =>
  readSignInState(context.deps.database, context.project.id, accountId, passwordSetAt)

/** Sign-in and consent share one interaction: the second page follows at once, without another round of redirects. */
function signedIn({ context, ctx }: InteractionContext, { progress: { pending } }: FlowState): Progress {
  if (!pending) return {}
  const { accountId, amr, passwordSetAt } = pending
  rememberBrowser(context, ctx, { accountId, passwordSetAt: passwordSetAt ?? null })
  return { login: { accountId, amr, passwordSetAt, remember: true } }
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
