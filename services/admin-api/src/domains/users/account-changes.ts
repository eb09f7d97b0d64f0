import { clearAuthenticator, setActive } from '@signet/accounts'
import type { AuditedTx } from '@signet/db'
import { refuse } from '@signet/runtime'
import { endAccount, endSessions } from '@signet/sessions'
import type { Administrator } from '../../caller.ts'
import type { HandlerDeps } from '../../deps.ts'
import { issuerRef, type ProjectRow } from '../../projects/row.ts'
import { noteSignInMethodChange } from './sign-in-method-notice.ts'
import { refuseManaged } from './user-rules.ts'

/** Operations on users, on administrators and in bulk share these rules and writes. */

interface Account {
  readonly id: string
  readonly active: boolean
  readonly locked: boolean
  readonly connectionId: string | null
}

/** A locked account could not sign in after its activation. */
export function checkActivation({ locked }: Pick<Account, 'locked'>, active: boolean | undefined): void {
  if (active && locked) refuse('user_locked')
}

/** Refuses the caller's own account when the new address would have to be verified before the next sign-in. */
export function checkAddressChange(caller: Administrator, project: ProjectRow, account: Account): void {
  refuseManaged(account)
  if (project.reserved && project.emailVerificationRequired && caller.accountId === account.id)
    refuse('own_email_locked')
}

/** A deactivation ends everything issued to the account. */
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
 * Ends sessions of the account; for an administrator also grants and tokens (endpoints.md, `admin_totp_clear`).
 * @returns the number of ended sessions
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
