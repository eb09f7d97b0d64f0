import { reserveCode, type SignInState } from '@signet/accounts'
import { count } from '@signet/runtime'
import { useRecoveryCode } from '../../own-account/own-recovery-codes.ts'
import { resolveWithAnswer, throttlePolicy, visitorOf } from '../../sign-in/attempts.ts'
import { addressOf, type InteractionContext, localeOf } from '../../sign-in/context.ts'
import { missingProof, rulesOf } from '../../sign-in/next-step.ts'
import { noteFailure } from '../../sign-in/note-failure.ts'
import { noteSignIn } from '../../sign-in/note-sign-in.ts'
import { continueWith, type Outcome, stay } from '../../sign-in/outcome.ts'
import { type PendingSignIn, progressOf, readPending, requirePending } from '../../sign-in/progress.ts'
import { readForm } from '../shared/form.ts'
import type { FormProblem } from '../shared/parts.ts'
import { projectBrand } from '../shared/project-brand.ts'
import { recoveryCodePage } from './view.ts'

interface AtSecondFactor {
  readonly pending: PendingSignIn
  readonly account: SignInState
}

/** Shows the form only while the second factor is the next step. */
export async function show(visit: InteractionContext): Promise<Outcome> {
  const at = await readSecondFactor(visit)
  return 'kind' in at ? at : render(visit, at)
}

/** A sign-in without a verified first factor, or with all proofs, continues where it is. */
async function readSecondFactor(visit: InteractionContext): Promise<AtSecondFactor | Outcome> {
  const pending = requirePending(visit)
  const account = await readPending(visit, pending)
  if (!account) return continueWith({ entry: { problem: { kind: 'over' } } })
  const progress = progressOf(visit)
  const missing = missingProof({ account, progress, rules: rulesOf(visit.context) })
  return missing === 'challenge' ? { pending, account } : continueWith(progress, account)
}

function render(visit: InteractionContext, { pending, account }: AtSecondFactor, problem?: FormProblem) {
  const page = recoveryCodePage({
    locale: localeOf(visit),
    project: projectBrand(visit.context),
    action: addressOf(visit, 'recovery'),
    challengeAction: addressOf(visit),
    cancelAction: addressOf(visit, 'abort'),
    otherAction: addressOf(visit, 'other'),
    accountName: account.email ?? pending.accountId,
    problem,
  })
  return stay(page, problem)
}

/** Reserves an attempt before comparing, counted with those at the code of the authenticator. */
export async function answer(visit: InteractionContext): Promise<Outcome> {
  const { deps, project, settings } = visit.context
  const code = (await readForm(visit.ctx.req)).get('code') ?? ''
  const at = await readSecondFactor(visit)
  if ('kind' in at) return at
  const { pending, account } = at
  const attempt = await reserveCode(
    deps.database,
    project.id,
    account,
    throttlePolicy(settings),
    visitorOf(visit),
  )
  const failed = (outcome: 'throttled' | 'wrong_recovery_code', problem: FormProblem) => {
    noteSignIn(visit, { method: 'code', outcome, accountId: account.id })
    noteFailure(visit, account.id, outcome)
    return render(visit, at, problem)
  }
  if (attempt.wait > 0) return failed('throttled', { kind: 'tooMany', minutes: Math.ceil(attempt.wait / 60) })
  const owner = { projectId: project.id, accountId: account.id }
  const isUsed = await deps.database.transaction((tx) => useRecoveryCode(tx, visit.context, owner, code))
  if (!isUsed) return failed('wrong_recovery_code', { kind: 'wrongRecoveryCode' })
  resolveWithAnswer(attempt.release)
  count('signet_sign_ins_total', { method: 'code', outcome: 'succeeded' })
  return continueWith({ pending: { ...pending, recoveryCode: true, amr: [...pending.amr, 'otp', 'mfa'] } })
}
