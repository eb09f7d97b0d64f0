import {
  type CodeProof,
  type LinkProof,
  messageAllowances,
  newCode,
  newLink,
  returnAllowances,
  storeProof,
  takeAllowances,
  withdrawProof,
} from '@signet/accounts'
import { letterBrand } from '@signet/clients'
import type { Executor } from '@signet/db'
import { arePasskeysOn, isPasskeyHost } from '@signet/federation'
import { firstLocale, type Locale } from '@signet/i18n'
import { type Delivery, keepLetter, type Letter, proofMessage, writeLetter } from '@signet/mail'
import { refuse } from '@signet/runtime'
import { shownName } from '@signet/tenancy'
import type { Administrator } from '../../caller.ts'
import type { HandlerDeps } from '../../deps.ts'
import { issuerRef, type ProjectRow } from '../../projects/row.ts'
import { deliver, refuseTooSoon } from '../mail/read.ts'
import type { FullUserRecord } from './user-store.ts'

export type Proof = LinkProof | CodeProof
type Recipient = Pick<FullUserRecord, 'id' | 'email' | 'profile'>

export interface Request {
  readonly by: Pick<Administrator, 'accountId' | 'email'>
  readonly language?: Locale | undefined
  /** The call succeeds although the message is refused. */
  readonly refusalIsShown?: boolean
}

/** Refuses a project without password sign-in or without an address. */
export function newInvitation({ config }: HandlerDeps, project: ProjectRow): LinkProof {
  const { issuer } = issuerRef(project, config)
  if (!project.passwordLogin) refuse('password_sign_in_off')
  if (!issuer) refuse('password_sign_in_off', { detail: 'The project has no address for sign-ins.' })
  return newLink(issuer, 'invitation')
}

/** Refuses a project whose users cannot have passkeys. */
export function newPasskeyLink({ config }: HandlerDeps, project: ProjectRow): LinkProof {
  const { issuer } = issuerRef(project, config)
  if (!issuer || !arePasskeysOn(project)) refuse('passkeys_off')
  if (!isPasskeyHost(new URL(issuer).hostname))
    refuse('passkeys_off', { detail: 'Browsers have no passkeys for an address without a name.' })
  return newLink(issuer, 'passkey')
}

/** A code is entered during a sign-in that requires verification; a project without that requirement gets a link. */
export async function newVerification(deps: HandlerDeps, project: ProjectRow): Promise<Proof> {
  const { issuer } = issuerRef(project, deps.config)
  if (!issuer) refuse('mail_refused', { detail: 'The project has no address that a message could lead to.' })
  return project.emailVerificationRequired && project.verificationMethod === 'code'
    ? newCode(deps.passwords)
    : newLink(issuer, 'verification')
}

/**
 * Stores and counts the proof and its message in the transaction of the change.
 * @returns the expiry of the proof
 */
export async function keepProof(
  tx: Executor,
  deps: HandlerDeps,
  project: ProjectRow,
  recipient: Recipient,
  proof: Proof,
  request: Request,
): Promise<Date> {
  const { id, email } = recipient
  refuseTooSoon(await takeAllowances(tx, messageAllowances(project.id, id, proof.purpose)))
  const expiresAt = await storeProof(tx, { projectId: project.id, id, email }, proof)
  const sender = { administrator: request.by.accountId }
  const cause = { ...proof, projectId: project.id, sender, about: { accountId: id } }
  await keepLetter(tx, deps.vault, cause, letterOf(deps, project, recipient, proof, request))
  return expiresAt
}

function letterOf(
  deps: HandlerDeps,
  project: ProjectRow,
  { id, email, profile }: Recipient,
  proof: Proof,
  { by, language }: Request,
): Letter {
  const { issuer } = issuerRef(project, deps.config)
  const sender = shownName(project, issuer ?? project.name)
  return writeLetter({
    to: email,
    language: language ?? firstLocale(profile.preferredLanguage, profile.locale, project.language),
    message: proofMessage(sender, proof, by.email),
    sender,
    recipient: { projectId: project.id, accountId: id },
    ...letterBrand(project),
  })
}

/** Runs after the commit. */
export function mailProof(
  deps: HandlerDeps,
  project: ProjectRow,
  recipient: Recipient,
  proof: Proof,
  request: Request,
): Promise<Delivery> {
  const { id } = recipient
  const letter = letterOf(deps, project, recipient, proof, request)
  return deliver(
    deps,
    {
      ...letter,
      key: {
        projectId: project.id,
        id: proof.id,
        purpose: proof.purpose,
        sender: { administrator: request.by.accountId },
      },
      refusalIsShown: request.refusalIsShown ?? false,
    },
    async (tx) => {
      await withdrawProof(tx, project.id, proof)
      await returnAllowances(tx, messageAllowances(project.id, id, proof.purpose))
    },
  )
}
