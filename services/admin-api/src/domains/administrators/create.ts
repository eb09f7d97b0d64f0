import { createAccount, createPersonalTeam } from '@signet/accounts'
import { operations } from '@signet/contracts'
import { newId } from '@signet/runtime'
import { implement } from '../../implement.ts'
import { administratorsProject, findAdministrator, toAdministrator } from './administrator-store.ts'

/** A unique constraint rejects an address that is in use. */
export const admin_create = implement(operations.admin_create, {
  async prepare({ deps }, { email, password }) {
    const id = newId('account')
    return { id, passwordHash: await deps.passwords.hash(password), target: { id, detail: { email } } }
  },

  async apply({ sql: tx }, _context, { email }, { id, passwordHash }) {
    const { id: projectId } = await administratorsProject(tx)
    await createAccount(tx, { projectId, id, email, passwordHash, passwordGiven: true })
    await createPersonalTeam(tx, { projectId, accountId: id, email })
    return toAdministrator(await findAdministrator(tx, id))
  },
})
