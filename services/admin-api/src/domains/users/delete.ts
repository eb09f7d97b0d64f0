import { deleteAccount, refuseLastSuperAdministrator, releaseTeams } from '@signet/accounts'
import { operations } from '@signet/contracts'
import { endAccount } from '@signet/sessions'
import { implement } from '../../implement.ts'
import { issuerRef } from '../../projects/row.ts'
import { refuseManaged, refuseOwnAccount } from './user-rules.ts'
import { findUser, lockUser } from './user-store.ts'

/** Deletes everything issued to the account, then its row with all rows that reference it. */
export const project_user_delete = implement(operations.project_user_delete, {
  async prepare({ deps, project, caller }, { userId }) {
    const user = await findUser(deps.database, project.id, userId)
    refuseOwnAccount(caller, project, userId)
    refuseManaged(user)
    return { target: { id: userId, detail: { email: user.email } }, shows: { email: user.email } }
  },

  async lock({ sql: tx }, { project }, { userId }) {
    if (project.reserved) await refuseLastSuperAdministrator(tx, userId)
    await lockUser(tx, project.id, userId)
  },

  async apply({ sql: tx }, { deps, project }, { userId }) {
    await endAccount(tx, issuerRef(project, deps.config), userId)
    if (project.reserved) await releaseTeams(tx, userId)
    await deleteAccount(tx, project.id, userId)
    return {}
  },
})
