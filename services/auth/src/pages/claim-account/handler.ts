import {
  awaitsVerification,
  newCode,
  readSignInState,
  reservePassword,
  type SignInState,
} from '@signet/accounts'
import { mailConfigured } from '@signet/mail'
import { errors } from 'oidc-provider'
import { passwordBasis } from '../../artifacts/sign-in-basis.ts'
import { takeOver } from '../../federation/prove-account.ts'
import { findUpstream } from '../../federation/upstream-store.ts'
import { resolveWithAnswer, throttlePolicy, visitorOf } from '../../sign-in/attempts.ts'
import { checkPassword } from '../../sign-in/check-password.ts'
import { addressOf, type InteractionContext, localeOf } from '../../sign-in/context.ts'
import { tryCode } from '../../sign-in/mailed-code.ts'
import { mailProof } from '../../sign-in/mailed-proof.ts'
import { noteFailure } from '../../sign-in/note-failure.ts'
import { continueWith, type Outcome, type RenderedPage, rendered, stay } from '../../sign-in/outcome.ts'
import { type ClaimedAccount, progressOf } from '../../sign-in/progress.ts'
import { linkBasis } from '../../sign-in/standing.ts'
import { readForm } from '../shared/form.ts'
import type { FormProblem } from '../shared/parts.ts'
import { projectBrand } from '../shared/project-brand.ts'
import { claimAccountPage } from './view.ts'

/** A user from a provider proves the account with the same address before it is linked. */
export async function show(visit: InteractionContext): Promise<RenderedPage> {
  const { claimed, account } = await readClaim(visit)
  return rendered(await render(visit, claimed, account))
}

async function readClaim(visit: InteractionContext) {
  const { deps, project } = visit.context
  const { claimed } = progressOf(visit)
  const account = claimed && (await readSignInState(deps.database, project.id, claimed.accountId))
  if (!claimed || !account?.email) throw new errors.SessionNotFound('no claim of an account is pending')
  return { claimed, account: { ...account, email: account.email } }
}

type Account = SignInState & { readonly email: string }

async function render(
  visit: InteractionContext,
  { upstream }: ClaimedAccount,
  account: Account,
  problem?: FormProblem | 'wrongPassword',
) {
  const { context } = visit
  const { database } = context.deps
  const [provider, mails, sent] = await Promise.all([
    findUpstream(context, upstream.providerId),
    mailConfigured(database),
    awaitsVerification(database, context.project.id, account.id, 'code'),
  ])
  const hasPassword = context.project.passwordLogin && account.passwordSetAt !== null
  return claimAccountPage({
    locale: localeOf(visit),
    project: projectBrand(context),
    providerName: provider?.displayName ?? upstream.providerId,
    email: account.email,
    ...(hasPassword ? { password: { action: addressOf(visit, 'claim') } } : {}),
    ...(mails
      ? {
          mail: { sendAction: addressOf(visit, 'sendcode'), action: addressOf(visit, 'claimcode'), sent },
        }
      : {}),
    otherAction: addressOf(visit, 'other'),
    problem,
  })
}

/** Counts the attempt like one on the sign-in page, before comparing. */
export async function answerPassword(visit: InteractionContext): Promise<Outcome> {
  const { deps, project, settings } = visit.context
  if (!project.passwordLogin) throw new errors.AccessDenied('password sign-in is switched off')
  const password = (await readForm(visit.ctx.req)).get('password') ?? ''
  const { claimed, account } = await readClaim(visit)
  const again = async (problem: FormProblem | 'wrongPassword') =>
    stay(await render(visit, claimed, account, problem), { problem })
  const policy = throttlePolicy(settings)
  const attempt = await reservePassword(deps.database, project.id, account.email, policy, visitorOf(visit))
  if (attempt.wait > 0) return again({ kind: 'tooMany', minutes: Math.ceil(attempt.wait / 60) })
  if (attempt.closed) return again('wrongPassword')
  const found = attempt.account?.id === claimed.accountId ? attempt.account : null
  const verified = await checkPassword(visit.context, found?.passwordHash ?? null, password)
  if (verified === 'busy') {
    resolveWithAnswer(attempt.takeBack)
    return again({ kind: 'busy' })
  }
  if (!verified || !found?.active || found.locked) {
    if (!verified) noteFailure(visit, claimed.accountId, 'wrong_password')
    return again('wrongPassword')
  }
  resolveWithAnswer(attempt.release)
  const { accountId, upstream } = claimed
  return continueWith(
    { pending: { accountId, amr: ['pwd'], basis: passwordBasis(found), upstream, links: true } },
    found,
  )
}

/** The code counts in the limit of all proofs. */
export async function sendCode(visit: InteractionContext): Promise<Outcome> {
  const { context } = visit
  const { claimed, account } = await readClaim(visit)
  await mailProof(context, account, await newCode(context.deps.passwords), localeOf(visit))
  return stay(await render(visit, claimed, account))
}

/** An account whose address was never proven is taken over by the user who reads its mail; any other account keeps its credentials. */
export async function answerCode(visit: InteractionContext): Promise<Outcome> {
  const code = (await readForm(visit.ctx.req)).get('code') ?? ''
  const { claimed, account } = await readClaim(visit)
  const { accountId, upstream } = claimed
  let isTaken = false
  const tried = await tryCode(visit, accountId, code, async (tx) => {
    isTaken = await takeOver(tx, visit.context, accountId, upstream)
  })
  if (tried !== 'right')
    return stay(await render(visit, claimed, account, { kind: tried === 'busy' ? 'busy' : 'wrongCode' }), {
      tried,
    })
  const { database } = visit.context.deps
  const { id: projectId } = visit.context.project
  const proven = isTaken ? undefined : await readSignInState(database, projectId, accountId)
  const basis = proven
    ? { ...passwordBasis(proven), password: false }
    : await linkBasis(database, projectId, accountId, upstream)
  return continueWith({ pending: { accountId, amr: [], basis, upstream, links: !isTaken } })
}
