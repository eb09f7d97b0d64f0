import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addFault } from '../../../test/support/faults.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

const rows = {
  one: {
    error_code: 'internal',
    route: '/one',
    surface: 'mcp',
    status: 500,
    client_id: 'app_1',
    actor: 'usr_1',
  },
  other: {
    error_code: 'unavailable',
    route: '/other',
    surface: 'scim',
    status: 503,
    client_id: 'app_2',
    actor: 'usr_2',
  },
} as const

let world: World
const ids: Record<string, string> = {}
beforeAll(async () => {
  world = await startWorld()
  for (const [name, row] of Object.entries(rows)) {
    ids[name] = (await addFault(world, { occurrences: 3 })).faultId
    await world.database.run(sql`
      UPDATE faults SET error_code = ${row.error_code}, route = ${row.route}, surface = ${row.surface}, status = ${row.status},
        client_id = ${row.client_id}, actor = ${row.actor} WHERE id = ${ids[name]}`)
  }
})
afterAll(() => world?.close())

test.each([
  ['errorCode', 'error_code'],
  ['route', 'route'],
  ['surface', 'surface'],
  ['status', 'status'],
  ['clientId', 'client_id'],
  ['actor', 'actor'],
] as const)('error_list selects by %s the faults that have it and no other', async (filter, column) => {
  for (const name of ['one', 'other'] as const) {
    const input = { [filter]: rows[name][column] }
    const { faults, total } = await world.ok(world.people.super, 'error_list', input)
    expect([total, faults]).toMatchObject([1, [{ id: ids[name], occurrences: 3 }]])
    expect(await world.ok(world.people.super, 'error_purge_preview', input)).toEqual({
      faults: 1,
      occurrences: 3,
    })
  }
})

test('error_list selects the faults with a minimum of occurrences', async () => {
  const { faultId } = await addFault(world, { occurrences: 4 })
  const { faults, total } = await world.ok(world.people.super, 'error_list', { minOccurrences: 4 })
  expect([total, faults.map(({ id }) => id)]).toEqual([1, [faultId]])
  await world.database.run(sql`DELETE FROM faults WHERE id = ${faultId}`)
})

test('error_get returns a fault with its retained occurrences', async () => {
  const { faultId, reference } = await addFault(world)
  expect(await world.ok(world.people.super, 'error_get', { faultId })).toMatchObject({
    id: faultId,
    occurrences: 1,
    samples: [{ reference }],
  })
})

test('an unknown fault reference is not found, and a filter without a result returns an empty list', async () => {
  const unknown = { reference: 'err_0000000000000000' }
  expect(await world.refused(world.people.super, 'error_by_reference', unknown)).toMatchObject({
    status: 404,
    code: 'reference_unknown',
  })
  const none = await world.ok(world.people.super, 'error_list', { route: '/none' })
  expect(none).toMatchObject({ faults: [], total: 0 })
})
