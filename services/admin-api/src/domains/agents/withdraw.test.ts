import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

test('an agent client that is withdrawn is refused on the next request, and its grants are deleted', async () => {
  const agent = await world.agent(world.people.owner, ['admin:read'])
  expect((await world.call(agent, 'whoami', {})).status).toBe(200)
  await world.database.run(sql`UPDATE agent_clients SET reserved = false`)
  const { clients } = await world.ok(world.people.super, 'agent_client_list', {})
  await world.ok(world.people.super, 'agent_client_withdraw', { entryId: clients[0]?.id ?? '' })
  expect((await world.call(agent, 'whoami', {})).status).toBe(401)
  expect(await world.database.rows(sql`SELECT 1 FROM oidc_grants WHERE client_id = 'signet-agent'`)).toEqual(
    [],
  )
})
