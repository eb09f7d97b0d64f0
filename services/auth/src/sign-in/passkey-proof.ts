import {
  findPasskey,
  type Passkey,
  readPasskeys,
  reservePasskey,
  type StoredPasskey,
  storeChallenge,
  takeChallenge,
  usePasskey,
  useSignedChallenge,
} from '@signet/accounts'
import type { SignInFailureCause } from '@signet/contracts'
import { auditOwnAct } from '../core/audit.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { readForm } from '../pages/shared/form.ts'
import { methodsOfPasskey } from '../passkeys/methods.ts'
import { requestOptions } from '../passkeys/options.ts'
import type { PasskeyProblem } from '../passkeys/problem.ts'
import { formerRelyingParties, type RelyingParty, relyingParty } from '../passkeys/relying-party.ts'
import { type Assertion, readAssertion } from '../passkeys/responses.ts'
import { presentedChallenge, signChallenge } from '../passkeys/signed-challenge.ts'
import type { VerifiedAssertion } from '../passkeys/verify.ts'
import { resolveWithAnswer, throttlePolicy, visitorOf } from './attempts.ts'
import type { InteractionContext } from './context.ts'
import { noteFailure } from './note-failure.ts'
import { noteSignIn } from './note-sign-in.ts'

/** Null for a sign-in, which finds the account by the passkey. */
type Required = string | null

const challengePage = ({ context, interaction }: InteractionContext, accountId: string) =>
  ({
    projectId: context.project.id,
    purpose: 'second-factor',
    boundTo: interaction.uid,
    accountId,
  }) as const

/** @returns undefined when users of the project cannot use passkeys */
export async function passkeyOptions(visit: InteractionContext, accountId: Required) {
  const { context } = visit
  const rp = relyingParty(context)
  if (!rp) return undefined
  if (accountId === null) return requestOptions(rp, signChallenge(context, visit.interaction.uid))
  const { database } = context.deps
  const challenge = await storeChallenge(database, challengePage(visit, accountId))
  const passkeys = await readPasskeys(database, { projectId: context.project.id, accountId })
  const isHere = (passkey: Passkey) => passkey.rpId === rp.rpId
  return requestOptions(rp, challenge, passkeys.filter(isHere))
}

/** Uses up the challenge; undefined without a valid one. */
async function takeChallengeOf(
  visit: InteractionContext,
  accountId: Required,
  assertion: Assertion | undefined,
): Promise<string | undefined> {
  const { context, interaction } = visit
  const { database } = context.deps
  if (accountId !== null) return takeChallenge(database, challengePage(visit, accountId))
  const presented = assertion && presentedChallenge(context, interaction.uid, assertion)
  return presented && (await useSignedChallenge(database, presented)) ? presented.challenge : undefined
}

export interface PasskeyProof {
  readonly id: string
  readonly account: StoredPasskey['account']
  readonly amr: readonly string[]
  /** Absent for a passkey of the present host. */
  readonly formerHost?: string
}

/** Uses up the challenge, and reserves an attempt before verifying; a success releases it. */
export async function provePasskey(
  visit: InteractionContext,
  accountId: Required,
): Promise<PasskeyProof | { readonly problem: PasskeyProblem }> {
  const { context, ctx } = visit
  const { deps, project, settings } = context
  const assertion = readAssertion((await readForm(ctx.req)).get('credential'))
  const challenge = await takeChallengeOf(visit, accountId, assertion)
  const present = relyingParty(context)
  if (!present) return { problem: { kind: 'passkeyOff' } }
  const passkey = assertion && (await findPasskey(deps.database, project.id, assertion.id))
  // A second factor is a passkey of the present host, as its page lists.
  const former = accountId === null ? formerRelyingParties(context) : []
  const rp = former.find(({ rpId }) => rpId === passkey?.rpId) ?? present
  const policy = throttlePolicy(settings)
  const attempt = await reservePasskey(deps.database, project.id, passkey?.account, policy, visitorOf(visit))
  const failed = (outcome: SignInFailureCause, problem: PasskeyProblem) => {
    noteSignIn(visit, { method: 'passkey', outcome, accountId: passkey?.account.id })
    if (passkey) noteFailure(visit, passkey.account.id, outcome)
    return { problem }
  }
  if (attempt.wait > 0) return failed('throttled', { kind: 'tooMany', minutes: Math.ceil(attempt.wait / 60) })
  if (assertion && !passkey) return failed('wrong_passkey', { kind: 'passkeyUnknown' })
  const wrong: PasskeyProblem = { kind: 'passkeyWrong' }
  const given =
    assertion && passkey && challenge ? { rp, assertion, passkey, challenge, accountId } : undefined
  const verified = given && (await verify(given))
  if (!passkey || !verified) return failed('wrong_passkey', wrong)
  if (!passkey.account.active || passkey.account.locked)
    return failed(passkey.account.locked ? 'locked' : 'deactivated', wrong)
  if (!(await use(context, passkey, verified))) return failed('wrong_passkey', wrong)
  resolveWithAnswer(attempt.release)
  return {
    id: passkey.id,
    account: passkey.account,
    amr: methodsOfPasskey(verified.synced, verified.userVerified),
    ...(rp === present ? {} : { formerHost: rp.rpId }),
  }
}

interface GivenAssertion {
  readonly rp: RelyingParty
  readonly assertion: Assertion
  readonly passkey: StoredPasskey
  readonly challenge: string
  readonly accountId: Required
}

/** A sign-in without a name must also present the user handle (WebAuthn 3, 7.2). */
async function verify({ rp, assertion, passkey, challenge, accountId }: GivenAssertion) {
  const isOfAccount =
    accountId === null ? assertion.response.userHandle !== undefined : passkey.account.id === accountId
  if (!isOfAccount) return undefined
  const { verifyAssertion } = await import('../passkeys/verify.ts')
  return verifyAssertion(rp, challenge, assertion, passkey)
}

/**
 * Audits a counter that did not increase, and then returns false; also audits a passkey that is backed up for the first time or no
 * longer.
 */
async function use(
  { deps, project }: OptionsContext,
  { id, account, backedUp, flagsKnown }: StoredPasskey,
  verified: VerifiedAssertion,
): Promise<boolean> {
  const owner = { projectId: project.id, accountId: account.id }
  const flag = (detail: object) =>
    auditOwnAct(deps.database, owner, 'enduser.passkey.flag', { passkeyId: id, ...detail })
  const isUsed = await usePasskey(deps.database, project.id, id, verified)
  if (!isUsed) await flag({ reason: 'counter' })
  else if (flagsKnown && backedUp !== verified.backedUp)
    await flag({ reason: 'backup', backedUp: verified.backedUp })
  return isUsed
}
