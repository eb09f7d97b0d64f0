import { canEndSignInMethod, canLockOutAdministrators, type Operation } from '@signet/contracts'
import type { Executor } from '@signet/db'
import { watchProject, watchSuperAdministrators } from '@signet/federation'
import { refuse } from '@signet/runtime'
import { loadSettings } from '@signet/tenancy'
import type { ProjectRow } from '../projects/row.ts'

/**
 * The returned function runs before the commit and rejects a change that removed the last sign-in method of the super administrators,
 * or of a project with users.
 */
export async function guardAccess(
  tx: Executor,
  operation: Operation,
  project: Pick<ProjectRow, 'id' | 'reserved'> | null,
): Promise<() => Promise<void>> {
  const hasLockedOut = canLockOutAdministrators(operation, project?.reserved === 'administrators')
    ? await watchSuperAdministrators(tx, loadSettings)
    : null
  const hasEndedSignIn =
    project && canEndSignInMethod(operation) ? await watchProject(tx, loadSettings, project.id) : null
  return async () => {
    if (await hasLockedOut?.()) refuse('administrators_locked_out')
    if (await hasEndedSignIn?.()) refuse('password_login_required')
  }
}
