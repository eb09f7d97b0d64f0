import {
  acceptStep,
  enrolAuthenticator,
  newSeed,
  reserveCode,
  type SignInState,
  showSeed,
  stepOf,
} from '@signet/directory'
import { authenticatorPage } from '../pages/account/authenticator.ts'
import type { FormProblem } from '../pages/account/parts.ts'
import { nameOf } from './brand.ts'
import { readForm } from './form.ts'
import { formTarget, sendPage } from './respond.ts'
import { settleWithAnswer, showSignIn, throttlePolicy, visitorOf } from './sign-in.ts'
import { continueSignIn, keep, type Pending, readPending } from './steps.ts'
import { addressOf, localeOf } from './turn.ts'
import type { Interaction } from './types.ts'
import { requirePending } from './verification.ts'

/** Asks for a code of the enrolled authenticator, or shows a new seed to take over; the seed stays the same on a reload. */
export async function enterAuthenticator(
  turn: Interaction,
  pending: Pending,
  state: SignInState,
  step: 'challenge' | 'enrolment',
): Promise<void> {
  const owner = ownerOf(turn, pending)
  const seed = step === 'enrolment' ? (pending.seed ?? newSeed(turn.context.deps.vault, owner)) : undefined
  const kept = { ...pending, seed }
  await keep(turn, kept)
  show(turn, kept, state)
}

const ownerOf = ({ context }: Interaction, { accountId }: Pending) => ({
  projectId: context.project.id,
  accountId,
})

function show(turn: Interaction, pending: Pending, state: SignInState, problem?: FormProblem): void {
  const { context, ctx, interaction } = turn
  const locale = localeOf(turn)
  const names = { issuer: nameOf(context), label: state.email ?? state.id }
  const page = authenticatorPage({
    locale,
    projectName: nameOf(context),
    action: addressOf(turn, 'authenticator'),
    cancelAction: addressOf(turn, 'abort'),
    problem,
    ...(pending.seed
      ? { seed: showSeed(context.deps.vault, pending.seed, ownerOf(turn, pending), names) }
      : {}),
  })
  sendPage(ctx, page, {
    locale,
    status: problem ? 422 : 200,
    formTargets: formTarget(interaction.params.redirect_uri),
  })
}

/** An attempt is reserved before the code is looked at, by account and not by what was typed as a name (T18, T23). */
export async function answerAuthenticator(turn: Interaction): Promise<void> {
  const { deps, project, settings } = turn.context
  const pending = requirePending(turn)
  const code = (await readForm(turn.ctx.req)).get('code') ?? ''
  const state = await readPending(turn, pending)
  if (!state) return showSignIn(turn, { problem: { kind: 'wrong' } })
  const policy = throttlePolicy(settings)
  const attempt = await reserveCode(deps.database, project.id, state, policy, visitorOf(turn))
  if (attempt.wait > 0)
    return show(turn, pending, state, { kind: 'tooMany', minutes: Math.ceil(attempt.wait / 60) })
  if (!(await accepts(turn, pending, state, code)))
    return show(turn, pending, state, { kind: 'wrongAuthenticator' })
  settleWithAnswer(attempt.release)
  const { seed: _enrolled, ...proven } = pending
  return continueSignIn(turn, { ...proven, amr: ['pwd', 'otp', 'mfa'] })
}

/** Once: a code is of one time step, and each step is accepted once (RFC 6238 5.2). */
async function accepts(
  turn: Interaction,
  pending: Pending,
  { authenticator, passwordSetAt }: SignInState,
  code: string,
): Promise<boolean> {
  const { database, vault } = turn.context.deps
  const owner = ownerOf(turn, pending)
  const sealed = authenticator ?? pending.seed
  if (sealed === undefined) return false
  const step = stepOf(vault, sealed, owner, code)
  if (step === null) return false
  return authenticator === null
    ? enrolAuthenticator(database, owner, sealed, step, passwordSetAt)
    : acceptStep(database, owner, step)
}
