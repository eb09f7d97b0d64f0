import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { readAgentClients, toAgentClient } from './agent-client-store.ts'

export const agent_client_list = implementRead(operations.agent_client_list, async ({ deps }) => ({
  clients: (await readAgentClients(deps.database)).map(toAgentClient),
}))
