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
import { RowMissing } from '@signet/db'
import { firstLocale, type Locale } from '@signet/i18n'
import {
  isMailLimit,
  keepLetter,
  type Letter,
  type Message,
  type MessageKey,
  proofMessage,
  recordDelivery,
  uncountLetter,
  writeLetter,
} from '@signet/mail'
import { newTypeId } from '@signet/runtime'
import type { OptionsContext } from '../core/issuer-context.ts'
import { nameOf } from '../pages/shared/project-brand.ts'

const noticeSeconds = 60 * 60

export interface Addressee {
  readonly id: string
  readonly email: string
  readonly languages: readonly (string | null)[]
}

export const newVerification = ({ deps, project, issuer }: OptionsContext): Promise<CodeProof> | LinkProof =>
  project.verificationMethod === 'code' ? newCode(deps.passwords) : newLink(issuer, 'verification')

/**
 * Sends at most one proof in the shortest interval. When the mail server rejects the message, the proof is withdrawn, so that it can be
 * requested again immediately; the response does not show this.
 */
export async function mailProof(
  context: OptionsContext,
  { id, email, languages }: Addressee,
  proof: CodeProof | LinkProof,
  locale: Locale,
): Promise<void> {
  const { deps, project } = context
  const allowances = messageAllowances(project.id, id, proof.purpose)
  const letter = writeLetter({
    to: email,
    language: firstLocale(...languages, locale),
    message: proofMessage(nameOf(context), proof),
    sender: nameOf(context),
    recipient: { projectId: project.id, accountId: id },
    ...letterBrand(project),
  })
  const kept = deps.database.transaction(async (tx) => {
    if ((await takeAllowances(tx, allowances)) > 0) return false
    await storeProof(tx, { projectId: project.id, id, email }, proof)
    const about = { accountId: id }
    await keepLetter(tx, deps.vault, { ...proof, sender: 'self', projectId: project.id, about }, letter)
    return true
  })
  if (!(await kept.catch(isUnsendable))) return
  if (await wasRefused(context, { projectId: project.id, id: proof.id }, letter))
    await deps.database.transaction(async (tx) => {
      await withdrawProof(tx, project.id, proof)
      await returnAllowances(tx, allowances)
      await uncountLetter(tx, { purpose: proof.purpose, sender: 'self' }, email)
    })
}

/** A concurrent request deleted the account, or the recipient has reached a limit of mail. */
function isUnsendable(error: unknown): false {
  if (error instanceof RowMissing || isMailLimit(error)) return false
  throw error
}

/** Sends a notice at most as often as a proof. */
export async function mailNotice(
  context: OptionsContext,
  { id, email, languages }: Addressee,
  message: Message,
  locale: Locale,
): Promise<void> {
  const { deps, project } = context
  const allowances = messageAllowances(project.id, id, 'notice')
  const letter = writeLetter({
    to: email,
    language: firstLocale(...languages, locale),
    message,
    sender: nameOf(context),
    recipient: { projectId: project.id, accountId: id },
    ...letterBrand(project),
  })
  const key = { projectId: project.id, id: newTypeId('mail') }
  const kept = deps.database.transaction(async (tx) => {
    if ((await takeAllowances(tx, allowances)) > 0) return false
    await keepLetter(
      tx,
      deps.vault,
      { ...key, purpose: 'notice', sender: 'self', about: { accountId: id }, seconds: noticeSeconds },
      letter,
    )
    return true
  })
  if (await kept.catch(isUnsendable)) await wasRefused({ deps }, key, letter)
}

/**
 * Tries to send once; the outbox retries when the mail server is unreachable or rejects the message temporarily. Logs the reply for the
 * operator without the recipient.
 */
async function wasRefused(
  { deps }: Pick<OptionsContext, 'deps'>,
  key: MessageKey,
  letter: Letter,
): Promise<boolean> {
  const delivery = await deps.mailer.send(letter)
  if (delivery.outcome !== 'sent')
    deps.logger.warn({ outcome: delivery.outcome, reply: delivery.reply }, 'a message was not sent')
  if (delivery.outcome === 'refused' && delivery.temporary) return false
  await recordDelivery(deps.database, key, delivery)
  return delivery.outcome === 'refused'
}
