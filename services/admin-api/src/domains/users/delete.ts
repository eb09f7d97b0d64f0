import { deleteAccount, refuseLastSuperAdministrator, releaseTeams } from '@signet/accounts'
import { operations } from '@signet/contracts'
import type { AuditedTx } from '@signet/db'
import { endAccount } from '@signet/sessions'
import type { HandlerDeps } from '../../deps.ts'
import { implement } from '../../implement.ts'
import { refuseOwnAccount } from '../../projects/own-account.ts'
import { issuerRef, type ProjectRow } from '../../projects/row.ts'
import { refuseManaged } from './user-rules.ts'
import { findUser, lockUser } from './user-store.ts'

export const project_user_delete = implement(operations.project_user_delete, {
  async prepare({ deps, project, caller }, { userId }) {
    const user = await findUser(deps.keyLookupPool, project.id, userId)
    refuseOwnAccount(caller, project, userId)
    refuseManaged(user)
    return { target: { id: userId, detail: { email: user.email } }, shows: { email: user.email } }
  },

  lock: ({ sql: tx }, { project }, { userId }) => lockDeletion(tx, project, userId),

  async apply({ sql: tx }, { deps, project }, { userId }) {
    await removeUser(tx, deps, project, userId)
    return {}
  },
})

/** Refuses the last super administrator. */
export async function lockDeletion(tx: AuditedTx, project: ProjectRow, userId: string): Promise<void> {
  if (project.reserved) await refuseLastSuperAdministrator(tx, userId)
  await lockUser(tx, project.id, userId)
}

/** The caller holds the lock of the account. */
export async function removeUser(
  tx: AuditedTx,
  deps: HandlerDeps,
  project: ProjectRow,
  userId: string,
): Promise<void> {
  if (project.reserved) await releaseTeams(tx, userId)
  await endAccount(tx, issuerRef(project, deps.config), userId)
  await deleteAccount(tx, project.id, userId)
}
