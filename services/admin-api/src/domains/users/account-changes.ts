import { clearAuthenticator, setActive } from '@signet/accounts'
import type { AuditedTx } from '@signet/db'
import { refuse } from '@signet/runtime'
import { endAccount, endSessions } from '@signet/sessions'
import type { Administrator } from '../../caller.ts'
import type { HandlerDeps } from '../../deps.ts'
import { issuerRef, type ProjectRow } from '../../projects/row.ts'
import { noteSignInMethodChange } from './sign-in-method-notice.ts'
import { refuseManaged } from './user-rules.ts'

/** Rules and writes of changes of one account. Operations on users, on administrators and in bulk share them. */

interface Account {
  readonly id: string
  readonly active: boolean
  readonly locked: boolean
  readonly connectionId: string | null
}

/** Refuses the activation of a locked account, which could not sign in. */
export function checkActivation({ locked }: Pick<Account, 'locked'>, active: boolean | undefined): void {
  if (active && locked) refuse('user_locked')
}

/**
 * Refuses a new address of an account that a directory manages, and of the caller's own account when the address would
 * have to be verified before the next sign-in.
 */
export function checkAddressChange(caller: Administrator, project: ProjectRow, account: Account): void {
  refuseManaged(account)
  if (project.reserved && project.emailVerificationRequired && caller.accountId === account.id)
    refuse('own_email_locked')
}

/** Activates the account, or deactivates it and ends everything issued to it. */
export async function changeActive(
  tx: AuditedTx,
  { config }: HandlerDeps,
  project: ProjectRow,
  account: Account,
  active: boolean,
): Promise<void> {
  checkActivation(account, active)
  await setActive(tx, project.id, account.id, active)
  if (!active && account.active) await endAccount(tx, issuerRef(project, config), account.id)
}

/**
 * Clears the authenticator, notifies the account and ends its sessions; for an administrator also grants and tokens
 * (endpoints.md, `admin_totp_clear`). Returns the number of ended sessions.
 */
export async function removeAuthenticator(
  tx: AuditedTx,
  deps: HandlerDeps,
  project: ProjectRow,
  accountId: string,
): Promise<number> {
  await clearAuthenticator(tx, project.id, accountId)
  await noteSignInMethodChange(tx, deps, project, accountId, { change: 'removed' })
  return project.reserved
    ? endAccount(tx, issuerRef(project, deps.config), accountId)
    : endSessions(tx, project.id, accountId)
}
