import { operations } from '@signet/contracts'
import { createAccount } from '@signet/directory'
import { newId, refuse } from '@signet/runtime'
import { implement } from '../../implement.ts'
import { toUser } from './to-user.ts'
import { checkClaims, checkEmail, checkPasswordLength } from './user-rules.ts'
import { findUser } from './user-store.ts'

/** A new account, unverified; its address must be free in the project, which the constraint decides. */
export const project_user_create = implement(operations.project_user_create, {
  async prepare({ deps, project }, { email, password, claims = {}, invite }) {
    if (invite && password !== undefined) refuse('invite_with_password')
    if (invite && !project.passwordLogin) refuse('password_sign_in_off')
    if (invite) refuse('mail_not_configured')
    checkEmail(email)
    checkPasswordLength(project, password)
    checkClaims(claims)
    const id = newId('account')
    const passwordHash = password === undefined ? null : await deps.passwords.hash(password)
    return { id, claims, passwordHash, target: { id, detail: { email, claims: Object.keys(claims) } } }
  },

  async apply({ sql: tx }, { project }, { email }, { id, claims, passwordHash }) {
    await createAccount(tx, { projectId: project.id, id, email, claims, passwordHash })
    return toUser(await findUser(tx, project.id, id))
  },
})
