import { canLockOutAdministrators, type Operation } from '@signet/contracts'
import type { Executor } from '@signet/db'
import { watchSuperAdministrators } from '@signet/federation'
import { refuse } from '@signet/runtime'
import { loadSettings } from '@signet/tenancy'
import type { ProjectRow } from '../projects/row.ts'

/**
 * Called before a change. The function that it returns is called after the change and before the commit, and rejects a change
 * that took away the last sign-in of the super administrators.
 */
export async function guardAccess(
  tx: Executor,
  operation: Operation,
  project: Pick<ProjectRow, 'reserved'> | null,
): Promise<() => Promise<void>> {
  if (!canLockOutAdministrators(operation, project?.reserved === 'administrators'))
    return async () => undefined
  const hasLockedOut = await watchSuperAdministrators(tx, loadSettings)
  return async () => {
    if (await hasLockedOut()) refuse('administrators_locked_out')
  }
}
