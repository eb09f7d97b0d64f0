import { operations } from '@signet/contracts'
import type { Executor } from '@signet/db'
import { refuse } from '@signet/runtime'
import { endAccount } from '@signet/sessions'
import type { Administrator } from '../../caller.ts'
import type { HandlerDeps } from '../../deps.ts'
import { implement } from '../../implement.ts'
import { loadProject } from '../../projects/row.ts'
import { removeAuthenticator } from '../users/read.ts'
import { administratorsProject, findAdministrator, lockAdministrator } from './administrator-store.ts'

/** Rejects the caller's own account (concepts.md, "Authentication"). */
async function findOther(executor: Executor, caller: Administrator, adminId: string) {
  const administrator = await findAdministrator(executor, adminId)
  if (caller.accountId === adminId) refuse('own_account')
  return administrator
}

const endEverywhere = async (tx: Executor, { config }: HandlerDeps, adminId: string): Promise<number> =>
  endAccount(tx, { id: (await administratorsProject(tx)).id, issuer: config.SIGNET_BASE_URL }, adminId)

export const admin_sign_out = implement(operations.admin_sign_out, {
  async prepare({ deps, caller }, { adminId }) {
    const { email } = await findOther(deps.database, caller, adminId)
    return { target: { id: adminId, detail: { email } }, shows: { email } }
  },

  lock: ({ sql: tx }, _context, { adminId }) => lockAdministrator(tx, adminId),

  async apply({ sql: tx }, { deps }, { adminId }) {
    return { sessions: await endEverywhere(tx, deps, adminId) }
  },
})

export const admin_totp_clear = implement(operations.admin_totp_clear, {
  async prepare({ deps, caller }, { adminId }) {
    const { email, authenticator } = await findOther(deps.database, caller, adminId)
    if (!authenticator) refuse('authenticator_not_enrolled')
    return { target: { id: adminId, detail: { email } }, shows: { email } }
  },

  async lock({ sql: tx }, _context, { adminId }) {
    await lockAdministrator(tx, adminId)
    if (!(await findAdministrator(tx, adminId)).authenticator) refuse('authenticator_not_enrolled')
  },

  async apply({ sql: tx }, { deps }, { adminId }) {
    const { id } = await administratorsProject(tx)
    const project = (await loadProject(tx, id)) ?? refuse('not_found')
    return { sessions: await removeAuthenticator(tx, deps, project, adminId) }
  },
})
