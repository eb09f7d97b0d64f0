import type { Problem } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentOf, type Person } from './support/people.ts'
import { makeUser } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let agent: Person
beforeAll(async () => {
  world = await startWorld()
  agent = await world.agent(world.people.owner, ['admin:high'])
  await world.database.run(sql`
    INSERT INTO agent_clients (id, client_id, name, key_proof, approval, created_by)
    SELECT 'agc_other', 'other-agent', 'Other', 'none', 'self', created_by FROM agent_clients LIMIT 1`)
})
afterAll(() => world?.close())

const home = () => ({ world, projectId: world.project, teamId: world.team })

/**
 * Requests the deletion of a user as an agent.
 * @returns the input and the confirmation
 */
async function offered() {
  const input = { projectId: world.project, userId: await makeUser(home()) }
  const asked = await world.call(agent, 'project_user_delete', input)
  const { confirmation } = asked.body as unknown as { confirmation: string }
  return { input, confirmation }
}

const exists = async (userId: string) =>
  (await world.database.rows(sql`SELECT 1 AS one FROM accounts WHERE id = ${userId}`)).length === 1

const confirm = (person: Person, input: { projectId: string; userId: string }, confirmation: string) =>
  world.call(person, 'project_user_delete', input, { confirmation })

describe('confirmations:', () => {
  test('a confirmation works once for its administrator and client', async () => {
    const { input, confirmation } = await offered()
    expect((await confirm(agent, input, confirmation)).status).toBe(204)
    expect(await exists(input.userId)).toBe(false)
  })

  test('a confirmation works once when it is sent to two replicas concurrently', async () => {
    const { input, confirmation } = await offered()
    const replica = await world.startReplica()
    const answers = await Promise.all(
      [world, replica, world, replica].map((server) =>
        server.call(agent, 'project_user_delete', input, { confirmation }),
      ),
    )
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  })

  test.each<[string, () => Promise<Person>]>([
    ['another administrator', () => world.agent(world.people.member, ['admin:high'])],
    [
      'the same administrator through another client',
      () => agentOf(world, world.people.owner.accountId, ['admin:high'], { clientId: 'other-agent' }),
    ],
  ])('a confirmation does not work for %s', async (_who, another) => {
    const { input, confirmation } = await offered()
    const reply = await confirm(await another(), input, confirmation)
    expect([reply.status, (reply.body as Problem).code]).toEqual([409, 'confirmation_invalid'])
    expect(await exists(input.userId)).toBe(true)
  })

  test('a confirmation does not work with other arguments', async () => {
    const { confirmation } = await offered()
    const other = { projectId: world.project, userId: await makeUser(home()) }
    expect((await confirm(agent, other, confirmation)).status).toBe(409)
    expect(await exists(other.userId)).toBe(true)
  })

  test('a confirmation does not work for another tool with the same arguments', async () => {
    const input = { projectId: world.project, userId: await makeUser(home()) }
    await world.ok(world.people.owner, 'project_user_lock', { ...input, reason: 'left' })
    const asked = await world.call(agent, 'project_user_unlock', input)
    const { confirmation } = asked.body as unknown as { confirmation: string }
    await world.call(agent, 'project_user_delete', input)
    await world.database.run(sql`
      UPDATE agent_confirmations SET state_digest = (
        SELECT state_digest FROM agent_confirmations WHERE tool = 'project_user_delete' ORDER BY expires_at DESC LIMIT 1)
      WHERE tool = 'project_user_unlock'`)
    expect((await confirm(agent, input, confirmation)).status).toBe(409)
    expect(await exists(input.userId)).toBe(true)
  })

  test('a confirmation does not work after the shown state changed, and the response shows the new state', async () => {
    const { input, confirmation } = await offered()
    await world.ok(world.people.super, 'project_user_email_change', {
      ...input,
      email: 'renamed@example.com',
    })
    const reply = await confirm(agent, input, confirmation)
    expect(reply.body).toMatchObject({ code: 'confirmation_invalid', email: 'renamed@example.com' })
    expect(await exists(input.userId)).toBe(true)
  })

  test('a confirmation does not work after five minutes', async () => {
    const { input, confirmation } = await offered()
    await world.database.run(sql`UPDATE agent_confirmations SET expires_at = now() WHERE used_at IS NULL`)
    expect((await confirm(agent, input, confirmation)).status).toBe(409)
    expect(await exists(input.userId)).toBe(true)
  })
})
