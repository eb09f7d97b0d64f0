import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agentOf, type Person } from '../../test/support/people.ts'
import { startWorld, type World } from '../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const statusOf = async (agent: Person) => (await world.call(agent, 'whoami', {})).status

it('a token in constant use is refused after it has expired', async () => {
  // Expired eight seconds ago. The clock tolerance of ten seconds accepts it for two more.
  const agent = await agentOf(world, world.people.owner.accountId, ['admin:read'], { expiresIn: -8 })
  const answers: number[] = []
  for (const end = Date.now() + 3_000; Date.now() < end; await pause(100)) answers.push(await statusOf(agent))
  expect(answers[0]).toBe(200)
  expect(answers.at(-1)).toBe(401)
})

it('a token in use is refused after the key that signed it is revoked', async () => {
  const agent = await agentOf(world, world.people.owner.accountId, ['admin:read'])
  expect(await statusOf(agent)).toBe(200)
  const revoke = (state: string) =>
    world.database.transaction(async (tx) => {
      await tx.run(
        sql`UPDATE signing_keys SET state = ${state} WHERE key_set_id = 'instance' AND state <> 'published'`,
      )
      await tx.run(sql`UPDATE instance SET version = version + 1`)
    })
  await revoke('revoked')
  expect(await statusOf(agent)).toBe(401)
})
