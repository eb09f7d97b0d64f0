import { operations } from '@signet/contracts'
import { assignAccount } from '@signet/provisioning'
import { implement } from '../../implement.ts'
import { issuerRef } from '../../projects/row.ts'
import { findConnection } from '../directories/read.ts'
import { toUser } from './to-user.ts'
import { refuseManaged } from './user-rules.ts'
import { findUser } from './user-store.ts'

/** Only the directory changes the account afterwards. */
export const project_user_assign_connection = implement(operations.project_user_assign_connection, {
  plans: 'by key',

  async prepare({ deps, project }, { userId, connectionId, userName, externalId }) {
    const user = await findUser(deps.keyLookupPool, project.id, userId)
    const connection = await findConnection(deps.database, project.id, connectionId)
    refuseManaged(user)
    const detail = { userName: userName ?? null, externalId: externalId ?? null }
    return {
      target: { id: userId, connectionId, detail },
      shows: { email: user.email, connection: connection.displayName },
    }
  },

  async apply({ sql: tx }, { deps, project }, { userId, connectionId, userName, externalId }) {
    const assignment = { connectionId, accountId: userId, userName, externalId }
    await assignAccount(tx, issuerRef(project, deps.config), assignment)
    return toUser(await findUser(tx, project.id, userId))
  },
})
