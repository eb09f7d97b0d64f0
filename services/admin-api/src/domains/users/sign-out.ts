import { operations } from '@signet/contracts'
import type { Executor } from '@signet/db'
import { refuse } from '@signet/runtime'
import { endAccount, endAccountAtClient, signInsOf } from '@signet/sessions'
import { implement, implementRead } from '../../implement.ts'
import { refuseOwnAccount } from '../../projects/own-account.ts'
import { issuerRef } from '../../projects/row.ts'
import { removeAuthenticator } from './account-changes.ts'
import { findUser, lockUser } from './user-store.ts'

/** The user must consent again. */
export const project_user_sign_out = implement(operations.project_user_sign_out, {
  async prepare({ deps, caller, project }, { userId }) {
    const { email } = await findUser(deps.keyLookupPool, project.id, userId)
    refuseOwnAccount(caller, project, userId)
    return { target: { id: userId, detail: { email } } }
  },

  lock: ({ sql: tx }, { project }, { userId }) => lockUser(tx, project.id, userId),

  async apply({ sql: tx }, { deps, project }, { userId }) {
    return { sessions: await endAccount(tx, issuerRef(project, deps.config), userId) }
  },
})

export const project_user_totp_clear = implement(operations.project_user_totp_clear, {
  async prepare({ deps, caller, project }, { userId }) {
    const { email, authenticator } = await findUser(deps.keyLookupPool, project.id, userId)
    refuseOwnAccount(caller, project, userId)
    if (!authenticator) refuse('authenticator_not_enrolled')
    return { target: { id: userId, detail: { email } } }
  },

  async lock({ sql: tx }, { project }, { userId }) {
    await lockUser(tx, project.id, userId)
    if (!(await findUser(tx, project.id, userId)).authenticator) refuse('authenticator_not_enrolled')
  },

  async apply({ sql: tx }, { deps, project }, { userId }) {
    return { sessions: await removeAuthenticator(tx, deps, project, userId) }
  },
})

export const project_user_session_list = implementRead(
  operations.project_user_session_list,
  async ({ deps, project }, { userId }) => {
    await findUser(deps.keyLookupPool, project.id, userId)
    return { applications: await signInsOf(deps.database, project.id, userId) }
  },
)

async function refuseNotSignedIn(
  executor: Executor,
  projectId: string,
  userId: string,
  clientId: string,
): Promise<void> {
  const signIns = await signInsOf(executor, projectId, userId)
  if (!signIns.some((each) => each.clientId === clientId)) refuse('not_signed_in')
}

export const project_user_application_sign_out = implement(operations.project_user_application_sign_out, {
  async prepare({ deps, project }, { userId, clientId }) {
    await findUser(deps.keyLookupPool, project.id, userId)
    await refuseNotSignedIn(deps.database, project.id, userId, clientId)
    return { target: { id: userId, detail: { clientId } } }
  },

  async lock({ sql: tx }, { project }, { userId, clientId }) {
    await lockUser(tx, project.id, userId)
    await refuseNotSignedIn(tx, project.id, userId, clientId)
  },

  async apply({ sql: tx }, { deps, project }, { userId, clientId }) {
    await endAccountAtClient(tx, issuerRef(project, deps.config), userId, clientId)
    return {}
  },
})
