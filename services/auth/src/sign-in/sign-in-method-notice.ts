import { readSignInState } from '@signet/accounts'
import { letterBrand } from '@signet/clients'
import type { Executor } from '@signet/db'
import { firstLocale } from '@signet/i18n'
import {
  keepSignInMethodNotice,
  type SignInMethodEvent,
  signInMethodChanged,
  writeLetter,
} from '@signet/mail'
import type { OptionsContext } from '../core/issuer-context.ts'
import { nameOf } from '../pages/shared/project-brand.ts'

/**
 * Mails a notice in the transaction of the change. Call it before a new password or address is written: the message goes to the old
 * address. The first password, and a change while the address is unproven, cause no notice.
 */
export async function noteSignInMethodChange(
  tx: Executor,
  context: OptionsContext,
  accountId: string,
  event: SignInMethodEvent,
): Promise<void> {
  const { deps, project, issuer } = context
  const account = await readSignInState(tx, project.id, accountId)
  if (!account?.email) return
  if (
    'changed' in event &&
    !(account.emailVerified && (event.changed === 'address' || account.passwordSetAt !== null))
  )
    return
  const sender = nameOf(context)
  await keepSignInMethodNotice(
    tx,
    deps.vault,
    { projectId: project.id, accountId },
    writeLetter({
      to: account.email,
      language: firstLocale(...account.languages, project.language),
      message: signInMethodChanged({ project: sender, event, account: `${issuer}/account` }),
      sender,
      recipient: { projectId: project.id, accountId },
      ...letterBrand(project),
    }),
  )
}
