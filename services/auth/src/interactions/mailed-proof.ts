import { Vanished } from '@signet/db'
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
} from '@signet/directory'
import { type Message, mailLanguage, proofMessage } from '@signet/mail'
import type { Locale } from '../pages/locale.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import { nameOf } from './brand.ts'

/** Whom a message goes to. */
export interface Addressee {
  readonly id: string
  readonly email: string
  readonly languages: readonly (string | null)[]
}

/** The proof a sign-in asks for. */
export const newVerification = ({ deps, project, issuer }: OptionsContext): Promise<CodeProof> | LinkProof =>
  project.verificationMethod === 'code' ? newCode(deps.passwords) : newLink(issuer, 'verification')

/**
 * Keeps a proof and mails it, unless one was sent a moment ago. What the mail server refused is taken back, so that it can
 * be asked for again at once; who asked learns nothing of it.
 */
export async function mailProof(
  context: OptionsContext,
  { id, email, languages }: Addressee,
  proof: CodeProof | LinkProof,
  locale: Locale,
): Promise<void> {
  const { deps, project } = context
  const allowances = messageAllowances(project.id, id, proof.purpose)
  const kept = deps.database.transaction(async (tx) => {
    if ((await takeAllowances(tx, allowances)) > 0) return false
    await storeProof(tx, { projectId: project.id, id, email }, proof)
    return true
  })
  if (!(await kept.catch(isGone))) return
  const message = proofMessage(nameOf(context), proof)
  if (await wasRefused(context, { to: email, language: mailLanguage(...languages, locale), message }))
    await deps.database.transaction(async (tx) => {
      await withdrawProof(tx, project.id, proof)
      await returnAllowances(tx, allowances)
    })
}

/** The account was deleted meanwhile: there is nobody to write to. */
function isGone(error: unknown): false {
  if (error instanceof Vanished) return false
  throw error
}

/** Mails a notice that proves nothing; at most as often as a proof. */
export async function mailNotice(
  { deps, project }: OptionsContext,
  { id, email, languages }: Addressee,
  message: Message,
  locale: Locale,
): Promise<void> {
  const allowances = messageAllowances(project.id, id, 'notice')
  if ((await deps.database.transaction((tx) => takeAllowances(tx, allowances))) > 0) return
  await wasRefused({ deps }, { to: email, language: mailLanguage(...languages, locale), message })
}

/** Whoever runs the instance finds the mail server's words in the log; whose message it was is not said. */
async function wasRefused(
  { deps }: Pick<OptionsContext, 'deps'>,
  letter: Parameters<OptionsContext['deps']['mailer']['send']>[0],
): Promise<boolean> {
  const delivery = await deps.mailer.send(letter)
  if (delivery.outcome === 'sent') return false
  deps.logger.warn({ outcome: delivery.outcome, reply: delivery.reply }, 'a message was not sent')
  return delivery.outcome === 'refused'
}
