import { deleteRecoveryCodes } from '@signet/accounts'
import { operations } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { implement } from '../../implement.ts'
import { refuseOwnAccount } from '../../projects/own-account.ts'
import { noteSignInMethodChange } from './sign-in-method-notice.ts'
import { findUser, lockUser } from './user-store.ts'

/** Ends the pending sign-ins of the account and notifies it. */
export const project_user_recovery_codes_delete = implement(operations.project_user_recovery_codes_delete, {
  plans: 'by key',

  async prepare({ deps, caller, project }, { userId }) {
    const { email } = await findUser(deps.keyLookupPool, project.id, userId)
    refuseOwnAccount(caller, project, userId)
    return { target: { id: userId, detail: { email } } }
  },

  lock: ({ sql: tx }, { project }, { userId }) => lockUser(tx, project.id, userId),

  async apply({ sql: tx }, { deps, project }, { userId }) {
    if (!(await deleteRecoveryCodes(tx, { projectId: project.id, accountId: userId }))) refuse('not_found')
    await noteSignInMethodChange(tx, deps, project, userId, { recoveryCodes: 'removed' })
    return {}
  },
})
