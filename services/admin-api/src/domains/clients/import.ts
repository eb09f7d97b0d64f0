import { operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { refuse, refuseValue } from '@signet/runtime'
import { refusingDuplicates } from '@signet/tenancy'
import { implementWithPrisma, type Tx } from '../../implement.ts'
import { refusePlanLimit } from '../plans/read.ts'
import { prepareClient, storeClient } from './new-client.ts'
import { hasKeySecret, mintSecret, needsSecret } from './secret.ts'
import { toClient } from './to-client.ts'

/** Bytes of the shortest key of HS256 (RFC 7518, section 3.2). */
const keyBytes = 32

const taken = 'Another application, user or agent of the instance has the client id.'

/**
 * Creates an application with the client id and the secret of another system. A token of the application has the client
 * id as its subject, so no account of the project and no agent may have it.
 */
export const client_import = implementWithPrisma(operations.client_import, {
  async prepare(context, { projectId: _path, clientId: id, clientSecret, ...input }) {
    const { deps, project } = context
    if (project.reserved) refuse('forbidden', { detail: 'This project imports no applications.' })
    const { detail, ...prepared } = await prepareClient(context, input)
    if (clientSecret !== undefined && !needsSecret(input))
      refuseValue('clientSecret', 'is only for an application that authenticates with a secret')
    if (clientSecret !== undefined && hasKeySecret(input) && clientSecret.length < keyBytes)
      refuseValue('clientSecret', `must have at least ${keyBytes} characters, because it serves as a key`)
    const secret = needsSecret(input) ? mintSecret(deps, project.id, id, input, clientSecret) : null
    return { ...prepared, id, secret, target: { id, detail } }
  },

  async lock({ sql: tx }, { caller, project }, { clientId }) {
    await refusePlanLimit(tx, caller, project, 'applicationsPerProject')
    await refuseTaken(tx, project.id, clientId)
  },

  async apply(tx, context, input, prepared) {
    const { problemsOf, secret } = prepared
    const row = await refusingDuplicates(storeClient(tx, context, input, prepared), taken)
    const isNew = secret && input.clientSecret === undefined
    return { ...toClient(row, problemsOf), ...(isNew ? { clientSecret: secret.secret } : {}) }
  },
})

async function refuseTaken(tx: Tx['sql'], projectId: string, id: string): Promise<void> {
  const owners = await tx.rows<object>(sql`
    SELECT 1 FROM accounts WHERE project_id = ${projectId} AND id = ${id}
    UNION ALL SELECT 1 FROM agent_clients WHERE client_id = ${id}`)
  if (owners.length > 0) refuse('already_exists', { detail: taken })
}
