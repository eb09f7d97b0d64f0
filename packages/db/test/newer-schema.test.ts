import { expect, test } from 'vitest'
import { sql } from '../src/index.ts'
import {
  assertSchema,
  type Migration,
  migrate,
  migrations,
  SchemaMismatch,
  schemaState,
} from '../src/migrate/index.ts'
import { isLater, release } from '../src/migrate/release.ts'
import { databaseChecks } from '../src/ready.ts'
import { empty } from './support/databases.ts'

const quiet = { print: () => undefined }

test('a release starts on a newer schema only when every newer migration allows the release', async () => {
  const { database } = await empty()
  await migrate(database, quiet)
  const next = (name: string, minimumRelease: string): Migration => ({
    name,
    title: 'planted',
    irreversible: false,
    minimumRelease,
    checksum: name,
    statements: [`CREATE TABLE "${name}" (id text)`],
  })
  const expanded = [...migrations, next('9998_expand', release)]
  await migrate(database, { ...quiet, known: expanded })
  expect(await schemaState(database)).toEqual({ state: 'newer', names: ['9998_expand'] })
  await assertSchema(database)
  expect(await databaseChecks(database).schema()).toBe(true)
  expect(await migrate(database, quiet)).toEqual([])

  await database.run(sql`UPDATE signet_schema.migrations SET finished_at = NULL WHERE name = '9998_expand'`)
  await assertSchema(database)
  await database.run(sql`UPDATE signet_schema.migrations SET finished_at = now() WHERE name = '9998_expand'`)

  await migrate(database, { ...quiet, known: [...expanded, next('9999_contract', '999.0.0')] })
  await expect(assertSchema(database)).rejects.toThrow(/ahead.*9998_expand, 9999_contract.*newer/)
  expect(await databaseChecks(database).schema()).toBe(false)
  await expect(migrate(database, quiet)).rejects.toThrow(SchemaMismatch)
})

test('a database without recorded releases is migrated, and its unknown migrations are rejected', async () => {
  const { database } = await empty()
  await migrate(database, { ...quiet, known: migrations.slice(0, -1) })
  await database.run(sql`ALTER TABLE signet_schema.migrations DROP COLUMN minimum_release`)
  expect((await schemaState(database)).state).toBe('behind')
  await migrate(database, quiet)
  await assertSchema(database)
  await database.run(sql`ALTER TABLE signet_schema.migrations DROP COLUMN minimum_release`)
  await database.run(sql`INSERT INTO signet_schema.migrations (name, checksum) VALUES ('0099_future', 'x')`)
  await expect(assertSchema(database)).rejects.toThrow(/ahead/)
})

test.each([
  ['1.10.0', '1.9.9', true],
  ['1.9.9', '1.10.0', false],
  ['2.0.0', '2.0.0', false],
])('version %s is later than %s: %s', (version, than, expected) => {
  expect(isLater(version, than)).toBe(expected)
})
