import { expect, test } from 'vitest'
import { ensureAuditPartitions } from '../src/audit/partitions.ts'
import { type Database, type Executor, openDatabase, raw, sql } from '../src/index.ts'
import { migrate, migrations } from '../src/migrate/index.ts'
import { acrossProjects } from '../src/unscoped.ts'
import { roles } from '../src/wall/roles.ts'
import { empty, seeded } from './support/databases.ts'

const add = (executor: Executor, id: string, at: string) =>
  executor.run(sql`
    INSERT INTO audit_entries (id, at, actor, action, target_type, target_id, target_scope)
    VALUES (${id}, ${at}::timestamptz, 'usr_1', 'team.create', 'Team', 'team_1', 'instance')`)

const entries = (executor: Executor) =>
  executor.rows(sql`
    SELECT id, at, actor, action, target_type, target_id, target_scope, surface, client_id, project_id, connection_id, kid, detail
    FROM audit_entries ORDER BY at, id`)

const placeOf = async (executor: Executor, id: string): Promise<string | undefined> =>
  (
    await executor.rows<{ place: string }>(
      sql`SELECT tableoid::regclass::text AS place FROM audit_entries WHERE id = ${id}`,
    )
  )[0]?.place

const partitionsOf = async (database: Database): Promise<string[]> =>
  (await database.rows<{ name: string }>(sql`SELECT name FROM signet_audit.partitions ORDER BY name`)).map(
    ({ name }) => name,
  )

test('the migration to monthly partitions preserves every audit entry, its grants and its guard', async () => {
  const { database } = await empty()
  const before = migrations.findIndex(({ name }) => name === '0024_audit_by_month')
  const print = () => undefined
  await migrate(database, { known: migrations.slice(0, before), print })
  await database.run(raw(`GRANT INSERT ON audit_entries TO ${roles.service}`))
  for (const [id, at] of [
    ['aud_1', '2019-02-03 04:05:06.789Z'],
    ['aud_2', new Date().toISOString()],
  ] as const)
    await add(database, id, at)
  const kept = await entries(database)

  await migrate(database, { print })
  expect(await entries(database)).toEqual(kept)
  expect(await placeOf(database, 'aud_2')).toBe('signet_audit.entries_before')
  const may = sql`SELECT has_table_privilege(${roles.service}, 'audit_entries', 'INSERT') AS add,
    has_table_privilege(${roles.service}, 'audit_entries', 'SELECT') AS read`
  expect(await database.rows(may)).toEqual([{ add: true, read: false }])
  await expect(database.run(sql`DELETE FROM signet_audit.entries_before`)).rejects.toThrow(/append-only/)
  await expect(add(database, 'aud_1', '2019-02-03 04:05:06.789Z')).rejects.toThrow(
    /audit_entries|entries_before/,
  )
})

test('every audit partition rejects changes by its own name, and services cannot reach it', async () => {
  const { url, database } = await seeded()
  const service = openDatabase({ url, name: 'service', as: 'service', poolSize: 1 })
  const names = await partitionsOf(database)
  expect(names).toHaveLength(5)
  for (const name of names.map((one) => raw(`signet_audit.${one}`))) {
    for (const change of [
      sql`DELETE FROM ${name}`,
      sql`UPDATE ${name} SET actor = 'x'`,
      sql`TRUNCATE ${name}`,
    ])
      await expect(database.run(change), name.text).rejects.toThrow(/append-only/)
    await expect(acrossProjects(service).rows(sql`SELECT 1 FROM ${name}`)).rejects.toThrow(
      /permission denied/,
    )
  }
  await add(service, 'aud_1', new Date().toISOString())
  await service.close()
})

test('an audit entry without a monthly partition is stored, and moves to it once a service creates the partition', async () => {
  const { url, database } = await seeded()
  for (const [id, at] of [
    ['aud_1', '2019-02-28 23:59:59.999Z'],
    ['aud_2', '2019-03-01 00:00:00Z'],
    ['aud_3', new Date().toISOString()],
  ] as const)
    await add(database, id, at)
  const kept = await entries(database)
  expect(await placeOf(database, 'aud_1')).toBe('signet_audit.entries_default')

  const service = openDatabase({ url, name: 'service', as: 'service', poolSize: 2 })
  const made = await Promise.all([1, 2].map(() => ensureAuditPartitions(acrossProjects(service))))
  expect(made.toSorted()).toEqual([0, 2])
  expect(await placeOf(database, 'aud_1')).toBe('signet_audit.entries_2019_02')
  expect(await placeOf(database, 'aud_2')).toBe('signet_audit.entries_2019_03')
  expect(await entries(database)).toEqual(kept)
  expect(await ensureAuditPartitions(acrossProjects(service))).toBe(0)
  await expect(ensureAuditPartitions(service)).rejects.toThrow(/permission denied/)
  await service.close()
})
