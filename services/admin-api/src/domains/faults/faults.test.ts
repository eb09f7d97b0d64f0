import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addFault } from '../../../test/support/faults.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const at = (day: number): string => `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`

beforeEach(async () => {
  await world.database.run(sql`DELETE FROM faults`)
  await world.database.run(sql`DELETE FROM faults_dropped`)
  await addFault(world, { route: '/token', occurrences: 3, lastSeenAt: at(1) })
  await addFault(world, { route: '/token', occurrences: 4, lastSeenAt: at(2) })
  await addFault(world, { route: '/auth', occurrences: 5, lastSeenAt: at(3) })
})

const list = (filters: object = {}) => world.ok(world.people.super, 'error_list', filters)
const routes = async (filters: object) => (await list(filters)).faults.map(({ route }) => route)

describe('faults:', () => {
  test('faults are listed newest first in pages with the total', async () => {
    const { faults, total } = await list({ limit: 2 })
    expect([faults.map(({ lastSeenAt }) => lastSeenAt), total]).toEqual([[at(3), at(2)], 3])
    const rest = await list({ limit: 2, offset: 2 })
    expect(rest.faults.map(({ lastSeenAt }) => lastSeenAt)).toEqual([at(1)])
  })

  test('every filter narrows the list of faults, from the inclusive to the exclusive time', async () => {
    expect(await routes({ route: '/auth' })).toEqual(['/auth'])
    expect(await routes({ from: at(2), to: at(3) })).toEqual(['/token'])
    expect(await routes({ errorCode: 'not_found' })).toEqual([])
    expect(await routes({ status: 502 })).toEqual([])
    expect(await routes({ surface: 'mcp' })).toEqual([])
    expect(await routes({ clientId: 'app_x' })).toEqual([])
    expect(await routes({ actor: 'usr_x' })).toEqual([])
  })

  test('the list of faults includes the number of dropped occurrences', async () => {
    await world.database.run(
      sql`INSERT INTO faults_dropped (service, dropped) VALUES ('auth', 2), ('scim', 5)`,
    )
    expect((await list()).dropped).toBe(7)
    expect((await world.ok(world.people.super, 'error_summary', {})).dropped).toBe(7)
  })

  test('a fault states code, route, surface, status, client, actor, counts, times and samples', async () => {
    const { faultId, reference } = await addFault(world, { route: '/x', occurrences: 3, lastSeenAt: at(5) })
    await world.database.run(sql`
      UPDATE faults SET surface = 'mcp', status = 500, client_id = 'app_1', actor = 'usr_1', first_seen_at = ${at(4)}
      WHERE id = ${faultId}`)
    expect(await world.ok(world.people.super, 'error_get', { faultId })).toMatchObject({
      errorCode: 'internal',
      route: '/x',
      surface: 'mcp',
      status: 500,
      clientId: 'app_1',
      actor: 'usr_1',
      occurrences: 3,
      firstSeenAt: at(4),
      lastSeenAt: at(5),
      samples: [{ reference, at: at(5) }],
    })
  })

  test('the summary counts faults by code and by route, most frequent first', async () => {
    const { byRoute, byErrorCode } = await world.ok(world.people.super, 'error_summary', {})
    expect(byRoute).toEqual([
      { route: '/token', occurrences: 7, faults: 2 },
      { route: '/auth', occurrences: 5, faults: 1 },
    ])
    expect(byErrorCode).toMatchObject([{ occurrences: 12, faults: 3 }])
    const narrowed = await world.ok(world.people.super, 'error_summary', { from: at(2), to: at(3) })
    expect(narrowed.byRoute).toEqual([{ route: '/token', occurrences: 4, faults: 1 }])
    expect(narrowed.byErrorCode).toMatchObject([{ occurrences: 4, faults: 1 }])
  })

  test('a fault is found by the reference of a retained occurrence', async () => {
    const { faultId, reference } = await addFault(world, { route: '/x' })
    const found = await world.ok(world.people.super, 'error_by_reference', { reference })
    expect(found).toMatchObject({ fault: { id: faultId }, occurrence: { reference } })
    expect(await world.ok(world.people.super, 'error_get', { faultId })).toEqual(found.fault)
  })

  test('a purge deletes exactly the faults that its preview counted, with their samples', async () => {
    const filters = { route: '/token' }
    const counts = { faults: 2, occurrences: 7 }
    expect(await world.ok(world.people.super, 'error_purge_preview', { ...filters, limit: 1 })).toEqual(
      counts,
    )
    expect(await world.ok(world.people.super, 'error_purge', filters)).toEqual(counts)
    expect(await routes({})).toEqual(['/auth'])
    expect(await world.database.rows(sql`SELECT reference FROM fault_samples`)).toHaveLength(1)
  })
})
