import {
  addPasskey,
  deleteProofs,
  type NewPasskey,
  type Owner,
  type Presented,
  readPasskeys,
  readSignInState,
  redeemLink,
  storeChallenge,
  takeChallenge,
  userHandle,
} from '@signet/accounts'
import type { Executor } from '@signet/db'
import { hasSecondFactor } from '@signet/federation'
import { auditOutcome, ownAct } from '../core/audit.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { nameOf } from '../pages/shared/project-brand.ts'
import { creationOptions } from '../passkeys/options.ts'
import { namesOf, permittedModels } from '../passkeys/permitted-models.ts'
import type { EnrolmentProblem } from '../passkeys/problem.ts'
import { type RelyingParty, relyingParty } from '../passkeys/relying-party.ts'
import { readAttestation } from '../passkeys/responses.ts'
import type { VerifiedCredential } from '../passkeys/verify.ts'
import { proveOwner } from '../sign-in/address-owner.ts'
import { noteSignInMethodChange } from '../sign-in/sign-in-method-notice.ts'

/** An interaction, a page of a session, or one of a mailed link. */
interface Enrolment {
  readonly owner: Owner
  /** Id of the interaction or of the session; digest of the token of the link. */
  readonly boundTo: string
}

const pageOf = ({ owner, boundTo }: Enrolment) => ({ ...owner, boundTo, purpose: 'enrolment' }) as const

export interface NewPasskeyForm {
  /** Options of WebAuthn. */
  readonly options: object
  /** Permitted authenticators; empty for any. */
  readonly models: readonly string[]
}

/** The challenge is valid for this page only. */
export async function beginEnrolment(
  context: OptionsContext,
  rp: RelyingParty,
  enrolment: Enrolment & { readonly accountName: string },
): Promise<NewPasskeyForm> {
  const { database } = context.deps
  const [handle, existing, challenge, permitted] = await Promise.all([
    userHandle(database, enrolment.owner),
    readPasskeys(database, enrolment.owner),
    storeChallenge(database, pageOf(enrolment)),
    permittedModels(context),
  ])
  const { accountName } = enrolment
  const needsProof = permitted !== 'any'
  const created = { handle, existing, challenge, accountName, needsProof, projectName: nameOf(context) }
  return { options: creationOptions(rp, created), models: namesOf(permitted) }
}

interface Created extends Enrolment {
  readonly credential: string | undefined
  readonly name: string
}

interface EnrolledPasskey {
  readonly id: string
  readonly synced: boolean
  readonly userVerified: boolean
}

/**
 * The challenge is used up in any case.
 * @param created with the revocations of the account, read before the credential was created
 * @returns the reason when the passkey was not accepted
 */
export async function finishEnrolment(
  context: OptionsContext,
  created: Created & { readonly revocations: number },
): Promise<EnrolledPasskey | EnrolmentProblem> {
  const verified = await verifyCreated(context, created)
  if (typeof verified === 'string') return verified
  const { userVerified, ...passkey } = verified
  const id = await context.deps.database.transaction((tx) =>
    enrol(tx, context, { ...created, passkey: { ...passkey, name: created.name } }),
  )
  return id === undefined ? 'notAdded' : { id, userVerified, synced: passkey.synced }
}

async function verifyCreated(
  context: OptionsContext,
  { credential, ...enrolment }: Created,
): Promise<VerifiedCredential | EnrolmentProblem> {
  const challenge = await takeChallenge(context.deps.database, pageOf(enrolment))
  const rp = relyingParty(context)
  const response = readAttestation(credential)
  if (!rp || !response || challenge === undefined) return 'notAdded'
  const permitted = await permittedModels(context)
  if (permitted === 'unknown') return 'modelsUnknown'
  const { verifyAttestation } = await import('../passkeys/verify.ts')
  return verifyAttestation(rp, challenge, response, permitted)
}

interface NewEntry {
  readonly owner: Owner
  readonly passkey: NewPasskey
  readonly revocations: number
  /** Present when no sign-in preceded. */
  readonly by?: 'mailed link'
}

async function enrol(
  tx: Executor,
  context: OptionsContext,
  { owner, passkey, revocations, by }: NewEntry,
): Promise<string | undefined> {
  const { name } = passkey
  const id = await auditOutcome(
    tx,
    owner,
    (audited) => addPasskey(audited, owner, passkey, revocations),
    (passkeyId) =>
      passkeyId === undefined
        ? null
        : ownAct(owner, 'enduser.passkey.add', { passkeyId, name, ...(by ? { by } : {}) }),
  )
  if (id !== undefined)
    await noteSignInMethodChange(tx, context, owner.accountId, { passkey: true, change: 'added' })
  return id
}

/** Rolls back the use of a link whose passkey was not stored. */
class NotStored extends Error {}

interface ByLink extends Created {
  readonly token: string
  readonly presented: Presented
}

/**
 * Stores the passkey together with the redemption of its link, which proves the address. Only one of two concurrent requests redeems
 * the link, and none while the account has a second factor (decision 118).
 */
export async function finishEnrolmentByLink(
  context: OptionsContext,
  { token, presented, ...created }: ByLink,
): Promise<'added' | 'invalid' | EnrolmentProblem> {
  const verified = await verifyCreated(context, created)
  if (typeof verified === 'string') return verified
  const { userVerified: _, ...passkey } = verified
  const { owner, name } = created
  const { projectId, accountId } = owner
  try {
    return await context.deps.database.transaction(async (tx) => {
      const redeemed = await redeemLink(tx, projectId, token, 'passkey')
      if (redeemed?.accountId !== accountId || (await hasSecondFactor(tx, projectId, accountId)))
        return 'invalid'
      await proveOwner(tx, context, accountId, presented)
      await deleteProofs(tx, projectId, accountId)
      // The proof may have ended earlier sign-ins.
      const account = await readSignInState(tx, projectId, accountId)
      const entry = { owner, passkey: { ...passkey, name }, revocations: account?.revocations ?? 0 }
      const id = await enrol(tx, context, { ...entry, by: 'mailed link' })
      if (id === undefined) throw new NotStored()
      return 'added'
    })
  } catch (error) {
    if (error instanceof NotStored) return 'notAdded'
    throw error
  }
}
