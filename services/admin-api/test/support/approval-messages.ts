import { sql } from '@signet/db'
import { acrossProjects } from '@signet/db/unscoped'
import { createEgress } from '@signet/http'
import { createLogger } from '@signet/runtime'
import { onTestFinished } from 'vitest'
import { startApprovalMessages } from '../../src/approvals/webhook/deliver.ts'
import { makeUser } from './things.ts'
import { type ReceivedMessage, startReceiver } from './webhook-receiver.ts'
import { startWorld } from './world.ts'

export const reasonOfAgent = 'a reason that stays in the console'

interface Content {
  readonly type: string
  readonly data: { readonly id: string }
}

export const contentOf = ({ body }: ReceivedMessage): Content => JSON.parse(body)

/** Calls of the agent need an approval. */
export async function startMessageStage() {
  const receiver = await startReceiver()
  const world = await startWorld([receiver.pair])
  const { owner, super: root } = world.people
  await world.database.run(sql`UPDATE agent_clients SET approval = 'ask'`)
  const agent = await world.agent(owner, ['admin:read', 'admin:high'])
  const set = (url: string | null) => world.ok(root, 'approval_webhook_set', { url })
  const rotate = async () => (await world.ok(root, 'approval_webhook_secret_rotate', {})).signingSecret
  return {
    world,
    receiver,
    owner,
    set,
    rotate,
    read: () => world.ok(root, 'approval_webhook_get', {}),
    types: () => receiver.received.map((message) => contentOf(message).type),
    makeDue: () => world.database.run(sql`UPDATE approval_messages SET due_at = now()`),

    /** Returns the secret. */
    async setReceiver(): Promise<string> {
      await set(receiver.url)
      return rotate()
    },

    /** Starts a process that delivers. `allow` are the addresses on this machine that it may reach. */
    startProcess({ allow = [receiver.pair], lines = [] as string[] } = {}): void {
      const { vault, config, database } = world.deps
      const running = startApprovalMessages({
        database: acrossProjects(database),
        vault,
        egress: createEgress({ allow, stepMs: 1 }),
        logger: createLogger('test', 'debug', { write: (line) => void lines.push(line) }),
        baseUrl: config.SIGNET_BASE_URL,
        everyMs: 10,
      })
      onTestFinished(() => running.close())
    },

    /** Requests an approval as the agent. Returns its id. */
    async request(): Promise<string> {
      const userId = await makeUser({ world, projectId: world.project, teamId: world.team })
      const input = { projectId: world.project, userId }
      const headers = { 'signet-reason': encodeURIComponent(reasonOfAgent) }
      const { body } = await world.call(agent, 'project_user_delete', input, { headers })
      return String((body as { confirmation: string }).confirmation)
    },

    async reset(): Promise<void> {
      receiver.reset()
      await world.database.run(sql`DELETE FROM agent_approvals`)
      await world.database.run(sql`DELETE FROM agent_suspensions`)
      await world.database.run(sql`DELETE FROM approval_webhooks`)
      await world.database.run(sql`DELETE FROM throttles`)
    },

    async close(): Promise<void> {
      receiver.close()
      await world.close()
    },
  }
}

export type MessageStage = Awaited<ReturnType<typeof startMessageStage>>
