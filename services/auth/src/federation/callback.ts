import { setTimeout as pause } from 'node:timers/promises'
import { readSignInState } from '@signet/accounts'
import {
  type Assertion,
  idTokenPlace,
  issuerOfProvider,
  type Mapped,
  mapAssertion,
  type Person,
  personOf,
  recognise,
  type Transaction,
  useTransaction,
} from '@signet/federation'
import { mailConfigured } from '@signet/mail'
import type Provider from 'oidc-provider'
import { errors } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { noteSignInPage } from '../pages/problem/error.ts'
import type { InteractionContext } from '../sign-in/context.ts'
import { noteFailure } from '../sign-in/note-failure.ts'
import { noteSignIn } from '../sign-in/note-sign-in.ts'
import { keepProgress, type Progress, type UpstreamPerson } from '../sign-in/progress.ts'
import type { FailureReason } from '../upstream/failure-reasons.ts'
import { isCancelled, NotFresh, problemOf } from '../upstream/problem.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { comeBackToLink } from './add-link.ts'
import { type Answer, type ProvidedVisit, redeem, requiredAge, takeAnswer } from './answer.ts'
import { isLinked } from './identities.ts'

import { recordFailure, recordPersonalFailure, recordSignIn } from './provider-state.ts'
import { identityOf, resolveAccount } from './resolve-account.ts'
import { endTrial } from './trial.ts'
import { explainUnmatched } from './unmatched.ts'
import { findUpstream } from './upstream-store.ts'

/** Runs at any replica. The flow continues from the result in the interaction, also after a repeated return. */
export async function comeBack(visit: ProvidedVisit, providerId: string): Promise<void> {
  const { context, ctx, provider } = visit
  const answer = await takeAnswer(visit, providerId)
  if (!answer) return
  const { transaction } = answer
  if (transaction.purpose === 'try') return endTrial(visit, providerId, answer)
  const upstream = await findLeftFor(context, providerId, transaction)
  const isFirst = await useTransaction(context.deps.database, context.project.id, transaction.id)
  if (transaction.purpose === 'link') return comeBackToLink(visit, upstream, answer, isFirst)
  const interaction = await provider.Interaction.find(transaction.interactionUid ?? '')
  if (!interaction) throw new errors.SessionNotFound('the sign-in is over')
  noteSignInPage(interaction, 'federation.callback')
  if (isFirst) await keepProgress(interaction, await progressAfter(visit, upstream, answer, interaction))
  else await progressOfFirst(provider, interaction.uid)
  ctx.status = 303
  ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  ctx.redirect(`${context.mountPath}/interaction/${interaction.uid}`)
}

/** Returns null when the provider was deleted or has another issuer now. */
async function findLeftFor(
  context: OptionsContext,
  providerId: string,
  { issuer }: Transaction,
): Promise<Upstream | null> {
  const upstream = await findUpstream(context, providerId)
  return upstream && issuer === issuerOfProvider(upstream) ? upstream : null
}

/** Polls for the first return's result. */
const maxPolls = 20
const pollIntervalMs = 150

/** A double click or a reload repeats the request before the first return has stored its result. */
async function progressOfFirst({ Interaction }: Provider, uid: string): Promise<void> {
  for (let poll = 0; poll < maxPolls; poll += 1) {
    const interaction = await Interaction.find(uid)
    if (!interaction || interaction.result) return
    await pause(pollIntervalMs)
  }
}

async function progressAfter(
  visit: ProvidedVisit,
  upstream: Upstream | null,
  answer: Answer,
  interaction: InteractionContext['interaction'],
): Promise<Progress> {
  if (!upstream?.enabled) return failure('gone', upstream)
  const { context } = visit
  const { params } = interaction
  try {
    const maxAge = requiredAge(params, answer.transaction)
    const {
      assertion,
      idToken,
      upstream: discovered,
    } = await redeem(visit, upstream, answer, {
      maxAge,
      isLinked: (identity) => isLinked(context, upstream.id, identity),
    })
    return await signInAs({ context, ctx: visit.ctx, interaction }, discovered, {
      ...userOf(discovered, assertion),
      ...(idToken === undefined ? {} : { idToken }),
    })
  } catch (error) {
    if (isCancelled(error)) return failure('cancelled', upstream)
    const problem = problemOf(error)
    if (problem === null) throw error
    noteSignIn(
      { context, ctx: visit.ctx, interaction },
      {
        method: 'provider',
        outcome: error instanceof NotFresh ? 'not_fresh' : 'unavailable',
        providerId: upstream.id,
      },
    )
    const failed = await failAt(context, upstream, problem)
    return error instanceof NotFresh ? failure('not_fresh', upstream) : failed
  }
}

const failure = (reason: FailureReason, upstream: Upstream | null): Progress => ({
  failed: { reason, providerName: upstream?.displayName ?? '' },
})

/** The user gets a general reason; the administrators see the problem. */
export async function failAt(
  { deps, project }: OptionsContext,
  upstream: Upstream,
  problem: string,
): Promise<Progress> {
  const at = { projectId: project.id, providerId: upstream.id }
  await recordFailure(deps.database, at, 'unavailable', problem)
  deps.logger.warn({ ...at, problem }, 'a sign-in through a provider failed')
  return failure('unavailable', upstream)
}

interface AssertedUser {
  readonly person: Person
  readonly mapped: Mapped
  readonly idToken?: string
}

const unmapped: Mapped = { groups: null, claims: {} }

/**
 * Omits the claims that the mapping writes. Nothing of a provider with many tenants is mapped: each tenant states any group and role of
 * its users.
 */
function userOf(upstream: Upstream, assertion: Assertion): Pick<AssertedUser, 'person' | 'mapped'> {
  const kind = recognise(upstream)
  const mapped = kind === 'microsoft' ? unmapped : mapAssertion(upstream, assertion)
  const person = personOf({ ...upstream, kind }, assertion)
  const claims = Object.entries(person.claims).filter(([name]) => !Object.hasOwn(mapped.claims, name))
  return { person: { ...person, claims: Object.fromEntries(claims) }, mapped }
}

/** Longest hint for the sign-out that is stored. Characters. */
const maxHint = 4_000

async function signInAs(
  visit: Pick<InteractionContext, 'context' | 'ctx' | 'interaction'>,
  upstream: Upstream,
  { person, mapped, idToken }: AssertedUser,
): Promise<Progress> {
  const { context } = visit
  const { database, vault } = context.deps
  const at = { projectId: context.project.id, providerId: upstream.id }
  const resolution = await resolveAccount(context, upstream, person, mapped)
  const identity: UpstreamPerson = {
    ...identityOf(upstream, person),
    sid: person.sid,
    authTime: person.authTime,
    // The hint is sent in a URL, whose length is limited.
    ...(idToken !== undefined && idToken.length <= maxHint
      ? { idTokenSealed: vault.seal(idToken, idTokenPlace(at, person.subject)) }
      : {}),
  }
  if (resolution.kind === 'signed in') {
    await recordSignIn(database, at)
    const { accountId, basis } = resolution
    return { pending: { accountId, amr: [], basis, upstream: identity } }
  }
  const isProvable = resolution.kind === 'prove' && (await canProve(context, resolution.accountId))
  if (resolution.kind === 'prove' && isProvable)
    return { claimed: { accountId: resolution.accountId, upstream: { ...identity, mapped } } }
  const reason = resolution.kind === 'refused' ? resolution.reason : 'address_in_use'
  const accountId = await recordPersonalFailure(database, at.projectId, identity, reason)
  // The directory's rule does not decide about a linked identity.
  const detail = accountId === undefined ? await explainUnmatched(context, upstream, person) : null
  await recordFailure(database, at, reason, detail)
  noteSignIn(visit, { method: 'provider', outcome: reason, accountId, providerId: upstream.id })
  if (accountId !== undefined) noteFailure(visit, accountId, 'provider_refused')
  return failure(reason, upstream)
}

async function canProve({ deps, project }: OptionsContext, accountId: string): Promise<boolean> {
  if (await mailConfigured(deps.database)) return true
  const account = await readSignInState(deps.database, project.id, accountId)
  return project.passwordLogin && account !== null && account.passwordSetAt !== null
}
