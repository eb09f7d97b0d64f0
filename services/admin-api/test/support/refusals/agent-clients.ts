import { limits } from '@signet/contracts'
import { sql } from '@signet/db'
import type { World } from '../world.ts'
import type { Cases } from './index.ts'

async function withoutWebhook(world: World) {
  await world.database.run(sql`DELETE FROM approval_webhooks`)
  return { input: {} }
}

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
  approval_webhook_set: {
    https_required: async () => ({ input: { url: 'http://chat.example.com/signet' } }),
  },
  approval_webhook_secret_rotate: { invalid_value: withoutWebhook },
  approval_webhook_test: {
    invalid_value: withoutWebhook,
    sent_recently: async (world) => {
      const url = 'https://chat.invalid/signet'
      await world.ok(world.people.super, 'approval_webhook_set', { url })
      for (let sent = 0; sent < limits.approvalWebhook.testsPerMinute; sent += 1)
        await world.ok(world.people.super, 'approval_webhook_test', {})
      return { input: {} }
    },
  },
  agent_client_withdraw: {
    agent_client_reserved: async (world) => {
      const { clients } = await world.ok(world.people.super, 'agent_client_list', {})
      return { input: { entryId: clients.find(({ reserved }) => reserved)?.id } }
    },
  },
}
