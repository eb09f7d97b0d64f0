import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { readList } from '../../lists/page.ts'
import { agentClientListing, findAgentClient, readAgentClients, toAgentClient } from './agent-client-store.ts'

export const agent_client_list = implementRead(
  operations.agent_client_list,
  async ({ deps: { database } }, input) => {
    const read = (ids?: readonly string[]) => readAgentClients(database, ids)
    const { rows, page } = await readList(
      operations.agent_client_list,
      database,
      agentClientListing,
      input,
      read,
    )
    return { clients: rows.map(toAgentClient), ...page }
  },
)

export const agent_client_get = implementRead(operations.agent_client_get, async ({ deps }, { entryId }) =>
  toAgentClient(await findAgentClient(deps.database, entryId)),
)
