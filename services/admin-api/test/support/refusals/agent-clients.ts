import type { Cases } from './index.ts'

export const agentClients: Cases = {
  agent_client_permit: {
    already_exists: async () => ({ input: { clientId: 'signet-agent', name: 'Again' } }),
    invalid_value: async () => ({ input: { clientId: 'https://agent.example.com', name: 'No path' } }),
  },
  agent_client_update: {
    invalid_value: async (world) => {
      const { clients } = await world.ok(world.people.super, 'agent_client_list', {})
      return { input: { entryId: clients[0]?.id, actsFor: 'usr_01k9z8h4e5f6g7h8j9k0m1n2p3' } }
    },
  },
  agent_client_withdraw: {
    agent_client_reserved: async (world) => {
      const { clients } = await world.ok(world.people.super, 'agent_client_list', {})
      return { input: { entryId: clients.find(({ reserved }) => reserved)?.id } }
    },
  },
}
