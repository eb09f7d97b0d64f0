import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connection } from '../../../test/support/directories.ts'
import { unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

/** Two entries that differ in every filtered column, as the services write them. */
const rows = {
  one: {
    actor: unique('usr_'),
    action: 'client.create',
    targetType: 'Client',
    targetId: unique('app_'),
    targetScope: unique('team_'),
    surface: 'mcp',
    clientId: unique('agent_'),
    at: '2026-03-01T00:00:00.000Z',
  },
  other: {
    actor: unique('usr_'),
    action: 'group.create',
    targetType: 'Group',
    targetId: unique('grp_'),
    targetScope: unique('team_'),
    surface: 'self-service',
    clientId: unique('agent_'),
    at: '2026-03-02T00:00:00.000Z',
  },
} as const

let world: World
const ids: Record<string, string> = {}
beforeAll(async () => {
  world = await startWorld()
  for (const [name, row] of Object.entries(rows)) {
    ids[name] = unique('aud_')
    const projectId = name === 'one' ? world.project : world.foreignProject
    await world.database.run(sql`
      INSERT INTO audit_entries (id, at, actor, action, target_type, target_id, target_scope, surface, client_id, project_id)
      VALUES (${ids[name]}, ${row.at}::timestamptz, ${row.actor}, ${row.action}, ${row.targetType}, ${row.targetId},
        ${row.targetScope}, ${row.surface}, ${row.clientId}, ${projectId})`)
  }
})
afterAll(() => world?.close())

const march = { from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' }
const listed = async (filter: object, person = world.people.super) =>
  (await world.ok(person, 'audit_list', { ...march, ...filter })).entries.map(({ id }) => id)

test.each([
  ['actor', 'actor'],
  ['action', 'action'],
  ['targetType', 'targetType'],
  ['targetId', 'targetId'],
  ['targetScope', 'targetScope'],
  ['viaSurface', 'surface'],
  ['viaClientId', 'clientId'],
  ['actionPrefix', 'action'],
] as const)('audit_list selects by %s the entries that have it and no other', async (filter, column) => {
  expect(await listed({})).toEqual([ids.other, ids.one])
  for (const name of ['one', 'other'] as const)
    expect(await listed({ [filter]: rows[name][column] })).toEqual([ids[name]])
})

test('audit_list selects the entries of a project, and those from the inclusive to the exclusive time', async () => {
  expect(await listed({ project: world.project })).toEqual([ids.one])
  expect(await listed({ to: rows.other.at })).toEqual([ids.one])
  expect(await listed({ from: rows.other.at })).toEqual([ids.other])
})

test('audit_list returns pages newest first with the total', async () => {
  const page = async (number: number) => {
    const answer = await world.ok(world.people.super, 'audit_list', { ...march, page: number, pageSize: 1 })
    return [answer.total, ...answer.entries.map(({ id }) => id)]
  }
  expect(await page(1)).toEqual([2, ids.other])
  expect(await page(2)).toEqual([2, ids.one])
})

test('an administrator reads the entries of their teams only', async () => {
  expect(await listed({}, world.people.owner)).toEqual([ids.one])
  expect(await listed({}, world.people.stranger)).toEqual([ids.other])
})

test.each(['mcp', 'scim', 'upstream', 'self-service'] as const)(
  'audit_list takes the surface %s and returns only its entries',
  async (viaSurface) => {
    const id = unique('aud_')
    await world.database.run(sql`
      INSERT INTO audit_entries (id, at, actor, action, target_type, target_id, target_scope, surface)
      VALUES (${id}, '2026-05-01T00:00:00Z', 'usr_x', 'enduser.update', 'EndUser', 'usr_x', 'instance', ${viaSurface})`)
    const { entries } = await world.ok(world.people.super, 'audit_list', { viaSurface, from: '2026-05-01' })
    expect(entries.map((entry) => entry.id)).toContain(id)
    expect(new Set(entries.map(({ surface }) => surface))).toEqual(new Set([viaSurface]))
  },
)

test('audit_list selects by connection the entries of the directory and the entries about the connection', async () => {
  const one = await connection({ world, projectId: world.project })
  await connection({ world, projectId: world.project })
  await world.ok(world.people.owner, 'provisioning_connection_update', { ...one, displayName: 'Renamed' })
  const actor = `connection:${one.connectionId}`
  await world.database.run(sql`
    INSERT INTO audit_entries (id, actor, action, target_type, target_id, target_scope, surface, project_id)
    VALUES (${unique('aud_')}, ${actor}, 'enduser.create', 'EndUser', 'usr_x', ${world.team}, 'scim', ${world.project})`)
  const { entries } = await world.ok(world.people.owner, 'audit_list', { connection: one.connectionId })
  expect(entries.map(({ action }) => action)).toEqual([
    'enduser.create',
    'provisioning.connection.update',
    'provisioning.connection.create',
  ])
})
