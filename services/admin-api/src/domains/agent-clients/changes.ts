import { operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { endClient, refusingDuplicates } from '@signet/directory'
import { newId, refuse, refuseValue } from '@signet/runtime'
import { changesDetail, implement, namesNothing } from '../../implement.ts'
import { findAgentClient, isRegistered, toAgentClient } from './agent-client-store.ts'

/** A client-id metadata document is named by its https address, with a path and without a fragment. */
function isDocument(clientId: string): boolean {
  const url = URL.parse(clientId)
  return url?.protocol === 'https:' && url.pathname !== '/' && !clientId.includes('#') && !url.username
}

export const agent_client_permit = implement(operations.agent_client_permit, {
  async prepare({ deps }, { clientId, name, keyProof }) {
    if (!isDocument(clientId) && !(await isRegistered(deps.database, clientId)))
      refuseValue(
        'clientId',
        "is neither a client of the administrators' project nor an https document address",
      )
    const id = newId('agentClient')
    return { id, target: { id, detail: { clientId, name, keyProof } } }
  },

  async apply({ sql: tx, prisma }, { caller }, { clientId, name, keyProof }, { id }) {
    await refusingDuplicates(
      prisma.agentClient.create({ data: { id, clientId, name, keyProof, createdBy: caller.accountId } }),
      'This agent client is permitted already.',
    )
    return toAgentClient(await findAgentClient(tx, id))
  },
})

export const agent_client_update = implement(operations.agent_client_update, {
  async prepare({ deps }, { entryId, keyProof }) {
    const before = await findAgentClient(deps.database, entryId)
    const changes = changesDetail(before, { keyProof })
    const detail = { clientId: before.clientId, ...changes }
    return { unchanged: namesNothing(changes), target: { id: entryId, detail } }
  },

  async apply({ sql: tx }, _context, { entryId, keyProof }) {
    await tx.run(sql`UPDATE agent_clients SET key_proof = ${keyProof} WHERE id = ${entryId}`)
    return toAgentClient(await findAgentClient(tx, entryId))
  },
})

/** Its tokens are refused on the next request, because the permission is read on every call; its grants end too. */
export const agent_client_withdraw = implement(operations.agent_client_withdraw, {
  async prepare({ deps }, { entryId }) {
    const { clientId, name, reserved } = await findAgentClient(deps.database, entryId)
    if (reserved) refuse('agent_client_reserved')
    return { clientId, target: { id: entryId, detail: { clientId, name } } }
  },

  async apply({ sql: tx }, _context, { entryId }, { clientId }) {
    const withdrawn = await tx.run(sql`DELETE FROM agent_clients WHERE id = ${entryId} AND NOT reserved`)
    if (withdrawn !== 1) refuse('not_found')
    const [instance] = await tx.rows<{ projectId: string }>(
      sql`SELECT administrators_project_id AS "projectId" FROM instance`,
    )
    if (instance) await endClient(tx, instance.projectId, clientId)
    return {}
  },
})
