import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  // Makes every list of faults fail with a defect.
  await world.database.run(sql`ALTER TABLE faults RENAME TO mislaid`)
})
afterAll(() => world?.close())

test('the fault of a call names its surface, actor and client', async () => {
  const { super: person } = world.people
  const agent = await world.agent(person, ['admin:read'])
  await world.call(person, 'error_list', {})
  await world.call(agent, 'error_list', {})
  expect(world.occurrences).toMatchObject([
    { route: '/admin/api/errors', surface: 'console', actor: person.accountId, clientId: null },
    { route: '/admin/api/errors', surface: 'mcp', actor: person.accountId, clientId: 'signet-agent' },
  ])
})
