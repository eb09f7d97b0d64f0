import { letterBrand } from '@signet/clients'
import type { Executor } from '@signet/db'
import { firstLocale } from '@signet/i18n'
import {
  keepSignInMethodNotice,
  type SignInMethodEvent,
  signInMethodChanged,
  writeLetter,
} from '@signet/mail'
import { shownName } from '@signet/tenancy'
import type { HandlerDeps } from '../../deps.ts'
import { issuerRef, type ProjectRow } from '../../projects/row.ts'
import { findUser } from './user-store.ts'

/**
 * Notifies a user in the transaction of the change. Call it before a new password or address is written: the message goes to the old
 * address if it was verified. The first password is not notified.
 */
export async function noteSignInMethodChange(
  tx: Executor,
  deps: HandlerDeps,
  project: ProjectRow,
  userId: string,
  event: SignInMethodEvent,
): Promise<void> {
  const { issuer } = issuerRef(project, deps.config)
  const { email, profile, verified, passwordSet } = await findUser(tx, project.id, userId)
  if (!issuer || email === '') return
  if ('changed' in event && !(verified && (event.changed === 'address' || passwordSet))) return
  const sender = shownName(project, issuer)
  await keepSignInMethodNotice(
    tx,
    deps.vault,
    { projectId: project.id, accountId: userId },
    writeLetter({
      to: email,
      language: firstLocale(profile.preferredLanguage, profile.locale, project.language),
      message: signInMethodChanged({ project: sender, event, account: `${issuer}/account` }),
      sender,
      recipient: { projectId: project.id, accountId: userId },
      ...letterBrand(project),
    }),
  )
}
