import {
  allClaims,
  issuerOfProvider,
  recordTrial,
  startTrial,
  type Transaction,
  type TrialResult,
  useTransaction,
  verifierPlace,
} from '@signet/federation'
import { mintToken } from '@signet/secrets'
import { errors } from 'oidc-provider'
import { pageLocale } from '../core/page-language.ts'
import { fault } from '../pages/problem/error.ts'
import { projectBrand } from '../pages/shared/project-brand.ts'
import { sendPage } from '../pages/shared/respond.ts'
import { type TrialFailure, trialPage } from '../pages/trial/view.ts'
import { isCancelled, isUnavailable, problemOf } from '../upstream/problem.ts'
import { type Answer, type ProvidedVisit, redeem } from './answer.ts'
import { markBrowser } from './browser-cookie.ts'
import { authorizationUrl, reach, type Visit } from './leave.ts'
import { recordSuccess } from './trial-success.ts'
import { findTriedUpstream } from './upstream-store.ts'

export async function leaveForTrial(visit: Visit, providerId: string): Promise<void> {
  const { context, ctx } = visit
  const { deps, project } = context
  const state = mintToken()
  const at = { projectId: project.id, providerId, tryRef: String(ctx.query.ref ?? '') }
  const tried = await findTriedUpstream(context, providerId)
  const trial =
    tried &&
    (await startTrial(deps.database, at, {
      issuer: issuerOfProvider(tried.upstream),
      pendingId: tried.pendingId,
      state,
      browser: markBrowser(context, ctx),
    }))
  if (!trial) throw new errors.SessionNotFound('the trial is over, or never was')
  await recordingProblems(visit, trial, async () => {
    const verifier = deps.vault.open(trial.verifierSealed, verifierPlace(project.id, trial.id))
    const upstream = await reach(context, tried.upstream)
    const url = await authorizationUrl(visit, upstream, { state, nonce: trial.nonce, verifier })
    ctx.status = 303
    ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    ctx.redirect(url.href)
  })
}

/** Verifies as for a sign-in, but signs no user in. A pending change of the provider takes effect in the same transaction. */
export async function endTrial(visit: ProvidedVisit, providerId: string, answer: Answer): Promise<void> {
  const { context } = visit
  const { transaction } = answer
  const tried = await findTriedUpstream(context, providerId)
  const isSame =
    tried?.pendingId === transaction.pendingId && transaction.issuer === issuerOfProvider(tried.upstream)
  const isFirst = await useTransaction(context.deps.database, context.project.id, transaction.id)
  if (!isFirst || !isSame) throw new errors.SessionNotFound('the trial is over, or never was')
  return recordingProblems(visit, transaction, async () => {
    const claims = allClaims((await redeem(visit, tried.upstream, answer)).assertion)
    await record(visit, transaction, await recordSuccess(context, providerId, transaction, claims))
  })
}

async function recordingProblems(visit: Visit, trial: Transaction, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const known = problemOf(error)
    const problem = known ?? `Something went wrong on our side (${fault(visit.context, visit.ctx, error)}).`
    await record(visit, trial, { problem }, known === null ? 'fault' : reasonOf(error))
  }
}

const reasonOf = (error: unknown): TrialFailure =>
  isCancelled(error) ? 'cancelled' : isUnavailable(error) ? 'unavailable' : 'refused'

async function record(
  { context, ctx }: Visit,
  { id }: Transaction,
  result: TrialResult,
  reason: TrialFailure = 'refused',
): Promise<void> {
  await recordTrial(context.deps.database, context.project.id, id, result)
  const locale = pageLocale(context, ctx, undefined)
  const failure =
    'problem' in result && result.problem !== undefined ? { reason, details: result.problem } : null
  sendPage(ctx, trialPage({ locale, project: projectBrand(context), failure }), { locale })
}
