import { readPersonalData } from '@signet/accounts'
import { operations } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { implement } from '../../implement.ts'
import { issuerRef } from '../../projects/row.ts'
import { findUser } from './user-store.ts'

/** The audit entry does not name the user. */
export const project_user_data_export = implement(operations.project_user_data_export, {
  async prepare({ deps, project }, { userId }) {
    await findUser(deps.keyLookupPool, project.id, userId)
    return { target: { id: userId } }
  },

  async apply({ sql: tx }, { deps, project }, { userId }) {
    const { issuer } = issuerRef(project, deps.config)
    const data = await readPersonalData(tx, { projectId: project.id, accountId: userId }, { issuer })
    return { data: data ?? refuse('not_found') }
  },
})
