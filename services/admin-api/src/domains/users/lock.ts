import { lockAccount, refuseLastSuperAdministrator, unlockAccount } from '@signet/accounts'
import { operations } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { endAccount } from '@signet/sessions'
import { implement } from '../../implement.ts'
import { refuseOwnAccount } from '../../projects/own-account.ts'
import { issuerRef } from '../../projects/row.ts'
import { toUser } from './to-user.ts'
import { findUser, lockUser } from './user-store.ts'

/** Relying parties are notified. */
export const project_user_lock = implement(operations.project_user_lock, {
  plans: 'by key',

  async prepare({ deps, caller, project }, { userId, reason }) {
    const user = await findUser(deps.keyLookupPool, project.id, userId)
    refuseOwnAccount(caller, project, userId)
    if (user.locked) refuse('user_locked')
    return { target: { id: userId, detail: { reason } } }
  },

  async lock({ sql: tx }, { project }, { userId }) {
    if (project.reserved) await refuseLastSuperAdministrator(tx, userId)
    await lockUser(tx, project.id, userId)
    if ((await findUser(tx, project.id, userId)).locked) refuse('user_locked')
  },

  async apply({ sql: tx }, { deps, caller, project }, { userId, reason }) {
    await lockAccount(tx, project.id, userId, { accountId: caller.accountId, reason })
    await endAccount(tx, issuerRef(project, deps.config), userId)
    return toUser(await findUser(tx, project.id, userId))
  },
})

export const project_user_unlock = implement(operations.project_user_unlock, {
  plans: 'by key',

  async prepare({ deps, project }, { userId }) {
    const { email, locked, lockReason } = await findUser(deps.keyLookupPool, project.id, userId)
    if (!locked) refuse('user_not_locked')
    return { target: { id: userId, detail: { lockReason } }, shows: { email, lockReason } }
  },

  async lock({ sql: tx }, { project }, { userId }) {
    await lockUser(tx, project.id, userId)
    if (!(await findUser(tx, project.id, userId)).locked) refuse('user_not_locked')
  },

  async apply({ sql: tx }, { project }, { userId }) {
    await unlockAccount(tx, project.id, userId)
    return toUser(await findUser(tx, project.id, userId))
  },
})
