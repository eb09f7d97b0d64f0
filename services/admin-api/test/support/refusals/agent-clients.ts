import type { Cases } from './index.ts'

export const agentClients: Cases = {
  agent_client_permit: {
    already_exists: async () => ({ input: { clientId: 'signet-agent', name: 'Again' } }),
    invalid_value: async () => ({ input: { clientId: 'https://agent.example.com', name: 'No path' } }),
  },
  agent_client_withdraw: {
    agent_client_reserved: async (world) => {
      const { clients } = await world.ok(world.people.super, 'agent_client_list', {})
      return { input: { entryId: clients.find(({ reserved }) => reserved)?.id } }
    },
  },
}
