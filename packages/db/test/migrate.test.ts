import { expect, test } from 'vitest'
import { type Database, openDatabase, raw, sql } from '../src/index.ts'
import {
  assertSchema,
  type Migration,
  migrate,
  migrations,
  plan,
  SchemaMismatch,
  schemaState,
} from '../src/migrate/index.ts'
import { empty } from './support/databases.ts'
import { runCommand, runFile } from './support/run-cli.ts'

const quiet = { print: () => undefined }
const statementCount = migrations.reduce((sum, { statements }) => sum + statements.length, 0)

async function shape(database: Database): Promise<unknown[]> {
  return database.rows(sql`
    SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod) AS type, pg_get_indexdef(c.oid) AS index
    FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'i', 'I') ORDER BY 1, 2`)
}

test('a migrator killed repeatedly at statement boundaries converges to the same schema', {
  timeout: process.env.SIGNET_SOAK ? 3_600_000 : 180_000,
}, async () => {
  const whole = await empty()
  await migrate(whole.database, quiet)
  const { url, database } = await empty()
  /** The soak test covers every boundary, and `npm run test:slow` every fifteenth. */
  const step = Number(process.env.SIGNET_MIGRATION_STEP ?? 250)
  let kills = 0
  for (let ended = false; !ended; kills += 1) {
    expect(kills).toBeLessThanOrEqual(Math.ceil(statementCount / step) + 1)
    const { signal, output } = await runFile('test/support/killed-migrator.ts', {
      env: { DATABASE_URL: url, STATEMENTS: String(step) },
    })
    expect(output).toBe('')
    ended = signal !== 'SIGKILL'
    const { state } = await schemaState(database)
    expect(state).toBe(ended ? 'current' : 'behind')
  }
  expect(kills).toBeGreaterThanOrEqual(Math.floor(statementCount / step))
  expect(await shape(database)).toEqual(await shape(whole.database))
})

test('a migrator killed at random moments converges to the same schema', async () => {
  const { url, database } = await empty()
  for (let round = 0; round < 5; round += 1)
    await runFile('test/support/killed-migrator.ts', {
      env: { DATABASE_URL: url, STATEMENTS: '1000' },
      killAfterMs: Math.round(250 + Math.random() * 150),
    })
  await migrate(database, { ...quiet, leaseMs: 300 })
  await assertSchema(database)
})

test('two concurrent migrators apply each statement once, and both succeed', async () => {
  const { database } = await empty()
  let applied = 0
  const count = () => {
    applied += 1
  }
  await Promise.all([1, 2].map(() => migrate(database, { ...quiet, onStatement: count })))
  expect(applied).toBe(statementCount)
  await assertSchema(database)
})

test('a migrator that lost its lease writes nothing more', async () => {
  const { database } = await empty()
  const steal = () =>
    void database.run(
      sql`UPDATE signet_schema.lease SET fence = fence + 1, holder = 'thief', expires_at = 'infinity'`,
    )
  await expect(migrate(database, { ...quiet, onStatement: steal })).rejects.toThrow(/took over/)
  const [before] = await database.rows(sql`SELECT statements_done FROM signet_schema.migrations`)
  expect((await schemaState(database)).state).toBe('behind')
  await expect(migrate(database, { ...quiet, waitMs: 0 })).rejects.toThrow(
    /Another process is migrating.*thief/,
  )
  expect(await database.rows(sql`SELECT statements_done FROM signet_schema.migrations`)).toEqual([before])
})

test('services reject a schema that is behind, ahead or diverged, with a message that names the migrations and the remedy', async () => {
  const { database } = await empty()
  await expect(assertSchema(database)).rejects.toThrow(
    /behind.*0001_initial, 0002_guards.*db:setup and db:migrate/,
  )
  await migrate(database, quiet)
  await assertSchema(database)

  await database.run(sql`INSERT INTO signet_schema.migrations (name, checksum) VALUES ('0099_future', 'x')`)
  await expect(assertSchema(database)).rejects.toThrow(/ahead.*0099_future.*newer/)
  await expect(migrate(database, quiet)).rejects.toThrow(SchemaMismatch)
  await database.run(sql`DELETE FROM signet_schema.migrations WHERE name = '0099_future'`)

  await database.run(sql`UPDATE signet_schema.migrations SET checksum = 'other' WHERE name = '0001_initial'`)
  await expect(assertSchema(database)).rejects.toThrow(/diverged.*0001_initial.*backup/)
  await expect(migrate(database, quiet)).rejects.toThrow(SchemaMismatch)
})

test('a migration skipped before an applied one is a divergence, not outstanding work', async () => {
  const { database } = await empty()
  await migrate(database, quiet)
  await database.run(sql`DELETE FROM signet_schema.migrations WHERE name = '0001_initial'`)
  expect(await schemaState(database)).toEqual({ state: 'diverged', names: ['0001_initial'] })
})

test('an irreversible migration is printed with its consequence before it runs', async () => {
  const { database } = await empty()
  const merge: Migration = {
    name: '0003_merge',
    title: 'Merge roles',
    irreversible: true,
    consequence: 'Roles that differ in letter case become one.',
    minimumRelease: '9.0.0',
    checksum: 'c',
    statements: ['CREATE TABLE merged (id text)'],
  }
  const known = [...migrations, merge]
  const lines: string[] = []
  const print = (line: string) => {
    lines.push(line)
  }
  await migrate(database, { known, print, onStatement: (name) => void lines.push(`ran ${name}`) })
  expect(
    lines.indexOf('0003_merge: Merge roles. IRREVERSIBLE: Roles that differ in letter case become one.'),
  ).toBe(lines.indexOf('ran 0003_merge') - 1)
})

test('a failing statement leaves its migration unfinished at that statement, and the next run continues there', async () => {
  const { database } = await empty()
  const broken = (second: string): Migration => ({
    name: '0001_x',
    title: 'x',
    irreversible: false,
    minimumRelease: '0.1.0',
    checksum: 'c',
    statements: ['CREATE TABLE one (id text)', second],
  })
  await expect(
    migrate(database, { ...quiet, known: [broken('CREATE TABLE one (id text)')] }),
  ).rejects.toThrow(/exists/)
  const mended = [broken('CREATE TABLE two (id text)')]
  expect(await plan(database, mended)).toMatchObject([{ name: '0001_x', statementsDone: 1 }])
  expect(await migrate(database, { ...quiet, known: mended })).toEqual(['0001_x'])
})

test('db:migrate --plan lists the outstanding migrations and exits with 1, and with 0 when there are none', async () => {
  const { url } = await empty()
  const env = { DATABASE_URL: url }
  const before = await runCommand('migrate', { args: ['--plan'], env })
  expect(before).toMatchObject({
    code: 1,
    output: expect.stringMatching(/0001_initial.*\(0 of \d+ .*\n.*0002_guards/),
  })
  expect(await runCommand('migrate', { env })).toMatchObject({ code: 0 })
  expect(await runCommand('migrate', { args: ['--plan'], env })).toMatchObject({ code: 0 })
})

test('db:setup rejects a database whose encoding is not UTF8, with the remedy, and creates no table', async () => {
  const { url, database } = await empty()
  const name = `${new URL(url).pathname.slice(1)}_ascii`
  await database.run(raw(`CREATE DATABASE ${name} ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0`))
  const ascii = Object.assign(new URL(url), { pathname: `/${name}` }).href
  const opened = openDatabase({ url: ascii, name: 'test', poolSize: 1 })
  try {
    expect(await runCommand('setup', { env: { DATABASE_URL: ascii } })).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        `is SQL_ASCII, and Signet needs UTF8. Create the database with CREATE DATABASE ${name} ENCODING 'UTF8'`,
      ),
    })
    expect(await shape(opened)).toEqual([])
  } finally {
    await opened.close()
    await database.run(raw(`DROP DATABASE ${name} WITH (FORCE)`))
  }
})

test('a statement whose table is locked is retried and applied once the lock is released', async () => {
  const { database } = await empty()
  await database.run(sql`CREATE TABLE busy (id text)`)
  const reading = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const reader = database.transaction(async (tx) => {
    await tx.rows(sql`SELECT id FROM busy`)
    locked.resolve()
    await reading.promise
  })
  await locked.promise
  const alter = {
    name: '0001_alter',
    title: 'x',
    irreversible: false,
    minimumRelease: '0.1.0',
    checksum: 'c',
    statements: ['ALTER TABLE busy ADD COLUMN n int'],
  }
  const lines: string[] = []
  const print = (line: string) => {
    lines.push(line)
    if (line.startsWith('A table is in use')) reading.resolve()
  }
  expect(await migrate(database, { known: [alter], print })).toEqual(['0001_alter'])
  expect(lines).toContain('A table is in use; trying again.')
  await reader
})
