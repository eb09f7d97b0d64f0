import { changeEmail, checkEmail, proveAddress } from '@signet/accounts'
import { operations } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { implement } from '../../implement.ts'
import { issuerRef } from '../../projects/row.ts'
import { checkAddressChange } from './account-changes.ts'
import { toUser } from './to-user.ts'
import { refuseManaged } from './user-rules.ts'
import { findUser, lockUser } from './user-store.ts'

/** Mailed links to the old address become invalid. */
export const project_user_email_change = implement(operations.project_user_email_change, {
  plans: 'by key',

  async prepare({ deps, caller, project }, { userId, email }) {
    const user = await findUser(deps.keyLookupPool, project.id, userId)
    checkAddressChange(caller, project, user)
    checkEmail(email)
    return {
      unchanged: user.email === email,
      target: { id: userId, detail: { email: { from: user.email, to: email } } },
      shows: { email: user.email },
    }
  },

  async lock({ sql: tx }, { caller, project }, { userId }) {
    await lockUser(tx, project.id, userId)
    checkAddressChange(caller, project, await findUser(tx, project.id, userId))
  },

  async apply({ sql: tx }, { project }, { userId, email }) {
    await changeEmail(tx, project.id, userId, email)
    return toUser(await findUser(tx, project.id, userId))
  },
})

export const project_user_mark_verified = implement(operations.project_user_mark_verified, {
  plans: 'by key',

  async prepare({ deps, project }, { userId }) {
    const user = await findUser(deps.keyLookupPool, project.id, userId)
    refuseManaged(user)
    if (user.verified) refuse('already_verified')
    return { target: { id: userId, detail: { email: user.email } } }
  },

  async lock({ sql: tx }, { project }, { userId }) {
    await lockUser(tx, project.id, userId)
    if ((await findUser(tx, project.id, userId)).verified) refuse('already_verified')
  },

  async apply({ sql: tx }, { deps, project }, { userId }) {
    await proveAddress(tx, issuerRef(project, deps.config), userId)
    return toUser(await findUser(tx, project.id, userId))
  },
})
