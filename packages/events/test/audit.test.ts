import { type Database, openDatabase, sql } from '@signet/db'
import { freshDatabase } from '@signet/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { actors, recordAudit, recordOutcome } from '../src/index.ts'

async function open(): Promise<Database> {
  const fresh = await freshDatabase()
  const database = openDatabase({ url: fresh.url, name: 'test' })
  onTestFinished(async () => {
    await database.close()
    await fresh.drop()
  })
  return database
}

const entry = (targetId: string, action: unknown = 'enduser.update') => ({
  actor: actors.instance(),
  action: action as 'enduser.update',
  targetType: 'EndUser' as const,
  targetId,
  targetScope: 'instance',
  surface: null,
  projectId: null,
})

const written = async (database: Database) => ({
  entries: (
    await database.rows<{ targetId: string }>(
      sql`SELECT target_id AS "targetId" FROM audit_entries ORDER BY target_id`,
    )
  ).map(({ targetId }) => targetId),
  announced: (
    await database.rows<{ targetId: string }>(
      sql`SELECT payload->>'targetId' AS "targetId" FROM outbox ORDER BY 1`,
    )
  ).map(({ targetId }) => targetId),
})

test('an entry with an action outside the catalogue is rejected and not written', async () => {
  const database = await open()
  await expect(recordAudit(database, entry('usr_1'), entry('usr_2', 'enduser.unknown'))).rejects.toThrow(
    'enduser.unknown is not in the catalogue of audit actions.',
  )
  expect(await written(database)).toEqual({ entries: [], announced: [] })
})

test('every entry of a bulk operation is written and published', async () => {
  const database = await open()
  const ids = Array.from({ length: 501 }, (_, index) => `usr_${String(index).padStart(3, '0')}`)
  await recordAudit(database, ...ids.map((id) => entry(id)))
  expect(await written(database)).toEqual({ entries: ids, announced: ids })
})

test('entries of two actors in one call are rejected', async () => {
  const database = await open()
  const other = { ...entry('usr_2'), actor: actors.administrator('usr_1') }
  await expect(recordAudit(database, entry('usr_1'), other)).rejects.toThrow(TypeError)
  expect(await written(database)).toEqual({ entries: [], announced: [] })
})

test('a change without effect has no entry, and another change has the entries of its result', async () => {
  const database = await open()
  const change = (result: readonly string[]) =>
    database.transaction((tx) =>
      recordOutcome(
        tx,
        async () => result,
        (ids) => ids.map((id) => entry(id)),
      ),
    )
  await change([])
  expect(await written(database)).toEqual({ entries: [], announced: [] })
  await change(['usr_1', 'usr_2'])
  expect((await written(database)).entries).toEqual(['usr_1', 'usr_2'])
})
