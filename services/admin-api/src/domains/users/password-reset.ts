import { setPassword } from '@signet/accounts'
import { operations } from '@signet/contracts'
import { endAccount } from '@signet/sessions'
import { implement } from '../../implement.ts'
import { issuerRef } from '../../projects/row.ts'
import { noteSignInMethodChange } from './sign-in-method-notice.ts'
import { checkPasswordLength } from './user-rules.ts'
import { findUser, lockUser } from './user-store.ts'

export const project_user_password_reset = implement(operations.project_user_password_reset, {
  plans: 'by key',

  async prepare({ deps, project }, { userId, password, signOut }) {
    const { email } = await findUser(deps.keyLookupPool, project.id, userId)
    checkPasswordLength(project, password)
    const passwordHash = await deps.passwords.hash(password)
    return { passwordHash, target: { id: userId, detail: { signOut: signOut ?? false } }, shows: { email } }
  },

  lock: ({ sql: tx }, { project }, { userId }) => lockUser(tx, project.id, userId),

  async apply({ sql: tx }, { deps, project }, { userId, signOut }, { passwordHash }) {
    await noteSignInMethodChange(tx, deps, project, userId, { changed: 'password' })
    await setPassword(tx, project.id, userId, passwordHash, { given: true })
    return { sessions: signOut ? await endAccount(tx, issuerRef(project, deps.config), userId) : 0 }
  },
})
