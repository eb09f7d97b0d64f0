import { acceptStep, newSeed, reserveCode, type SignInState, showSeed, stepOf } from '@signet/accounts'
import { count } from '@signet/runtime'
import { enrol } from '../../own-account/own-authenticator.ts'
import { resolveWithAnswer, throttlePolicy, visitorOf } from '../../sign-in/attempts.ts'
import { addressOf, type InteractionContext, localeOf } from '../../sign-in/context.ts'
import type { FlowState } from '../../sign-in/next-step.ts'
import { noteFailure } from '../../sign-in/note-failure.ts'
import { noteSignIn } from '../../sign-in/note-sign-in.ts'
import { continueWith, type Outcome, type RenderedPage, rendered, stay } from '../../sign-in/outcome.ts'
import { passkeyOptions } from '../../sign-in/passkey-proof.ts'
import { type PendingSignIn, type Progress, readPending, requirePending } from '../../sign-in/progress.ts'
import { readForm } from '../shared/form.ts'
import type { FormProblem } from '../shared/parts.ts'
import { nameOf, projectBrand } from '../shared/project-brand.ts'
import { authenticatorPage } from './view.ts'

/** A reload keeps the seed. */
export async function enter(visit: InteractionContext, { progress }: FlowState): Promise<Progress> {
  const { pending } = progress
  if (!pending) return progress
  const seed = pending.seed ?? newSeed(visit.context.deps.vault, ownerOf(visit, pending))
  return { pending: { ...pending, seed } }
}

/** Shows the seed when no authenticator is enrolled yet. */
export async function show(
  visit: InteractionContext,
  { progress, account }: FlowState,
): Promise<RenderedPage> {
  const pending = progress.pending ?? requirePending(visit)
  return rendered(await renderChallenge(visit, pending, account))
}

const ownerOf = ({ context }: InteractionContext, { accountId }: PendingSignIn) => ({
  projectId: context.project.id,
  accountId,
})

export async function renderChallenge(
  visit: InteractionContext,
  pending: PendingSignIn,
  account: SignInState | null,
  problem?: FormProblem,
) {
  const { context } = visit
  const names = { issuer: nameOf(context), label: account?.email ?? pending.accountId }
  const { seed } = account?.authenticator === null ? pending : { seed: undefined }
  const options = seed || !account?.passkeyHosts.length ? undefined : await passkeyOptions(visit, account.id)
  return authenticatorPage({
    locale: localeOf(visit),
    project: projectBrand(context),
    action: addressOf(visit, 'authenticator'),
    cancelAction: addressOf(visit, 'abort'),
    accountName: names.label,
    otherAction: addressOf(visit, 'other'),
    problem,
    hasCode: seed !== undefined || account?.authenticator !== null,
    recovery: !seed && account?.recoveryCodes ? addressOf(visit, 'recovery') : undefined,
    passkey: options?.allowCredentials && { action: addressOf(visit, 'secondpasskey'), options },
    ...(seed ? { seed: showSeed(context.deps.vault, seed, ownerOf(visit, pending), names) } : {}),
  })
}

/** Reserves an attempt before comparing, under the account id: other spellings of the name do not give more attempts. */
export async function answer(visit: InteractionContext): Promise<Outcome> {
  const { deps, project, settings } = visit.context
  const pending = requirePending(visit)
  const code = (await readForm(visit.ctx.req)).get('code') ?? ''
  const { accountId } = pending
  const account = await readPending(visit, pending)
  if (!account) return continueWith({ entry: { problem: { kind: 'over' } } })
  const again = async (problem: FormProblem) =>
    stay(await renderChallenge(visit, pending, account, problem), problem)
  const policy = throttlePolicy(settings)
  const attempt = await reserveCode(deps.database, project.id, account, policy, visitorOf(visit))
  const failed = (outcome: 'throttled' | 'wrong_code') => {
    noteSignIn(visit, { method: 'code', outcome, accountId })
    noteFailure(visit, accountId, outcome)
  }
  if (attempt.wait > 0) {
    failed('throttled')
    return again({ kind: 'tooMany', minutes: Math.ceil(attempt.wait / 60) })
  }
  if (!(await accepts(visit, pending, account, code))) {
    failed('wrong_code')
    return again({ kind: 'wrongAuthenticator' })
  }
  resolveWithAnswer(attempt.release)
  count('signet_sign_ins_total', { method: 'code', outcome: 'succeeded' })
  const { seed: _enrolled, ...proven } = pending
  return continueWith({ pending: { ...proven, amr: [...proven.amr, 'otp', 'mfa'] } })
}

/** Accepts each time step once (RFC 6238 5.2). */
async function accepts(
  visit: InteractionContext,
  pending: PendingSignIn,
  { authenticator, passwordSetAt, revocations }: SignInState,
  code: string,
): Promise<boolean> {
  const { database, vault } = visit.context.deps
  const owner = ownerOf(visit, pending)
  const sealed = authenticator ?? pending.seed
  if (sealed === undefined) return false
  const step = stepOf(vault, sealed, owner, code)
  if (step === null) return false
  if (authenticator !== null) return acceptStep(database, owner, step)
  return enrol(visit.context, owner, { sealed, step, passwordSetAt, revocations })
}
