import { expect, test } from 'vitest'
import { type Database, raw, type Sql, sql } from '../src/index.ts'
import { sealedColumns } from '../src/sealed.ts'
import { raiseWall, tablesOf } from '../src/wall/raise.ts'
import { addReader } from '../src/wall/reader.ts'
import { readerRole } from '../src/wall/roles.ts'
import { seeded } from './support/databases.ts'

async function withReader(): Promise<{ database: Database; tables: readonly string[] }> {
  const { database } = await seeded()
  const tables = await tablesOf(database)
  await addReader(database, tables)
  return { database, tables: tables.map(({ name }) => name) }
}

const asReader = (database: Database, statement: Sql): Promise<object[]> =>
  database.transaction(async (tx) => {
    await tx.run(raw(`SET LOCAL ROLE ${readerRole}`))
    return tx.rows(statement)
  })

const columnsOf = (database: Database, table: string) =>
  database.rows<{ name: string; readable: boolean }>(sql`
    SELECT attname AS name, has_column_privilege(${readerRole}, attrelid, attnum, 'SELECT') AS readable
    FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped`)

test('a reader reads rows of every project, and no secret of any table', async () => {
  const { database, tables } = await withReader()
  const hidden: string[] = []
  for (const table of tables) {
    const columns = await columnsOf(database, table)
    const readable = columns.filter((column) => column.readable).map(({ name }) => `"${name}"`)
    expect(readable.length, table).toBeGreaterThan(0)
    await asReader(database, sql`SELECT ${raw(readable.join(', '))} FROM ${raw(table)}`)
    hidden.push(...columns.filter((column) => !column.readable).map(({ name }) => `${table}.${name}`))
  }
  await expect(asReader(database, sql`SELECT * FROM accounts`)).rejects.toThrow('permission denied')
  for (const { table, column } of Object.values(sealedColumns)) expect(hidden).toContain(`${table}.${column}`)
  expect(hidden).toEqual(
    expect.arrayContaining([
      'account_tokens.code_hash',
      'account_tokens.id',
      'accounts.password_hash',
      'clients.secret_digest',
      'console_sessions.digest',
      'instance.setup_token_digest',
      'oidc_device_codes.user_code',
      'oidc_refresh_tokens.id',
      'oidc_refresh_tokens.payload',
      'outbox.payload',
      'provisioning_credentials.secret_digest',
      'team_invitations.token_digest',
    ]),
  )
  expect(await asReader(database, sql`SELECT id, project_id FROM clients`)).toHaveLength(2)
})

test('a reader writes nothing, and cannot read an audit partition directly', async () => {
  const { database, tables } = await withReader()
  for (const table of tables.map((name) => raw(name)))
    for (const statement of [
      sql`DELETE FROM ${table}`,
      sql`INSERT INTO ${table} DEFAULT VALUES`,
      sql`TRUNCATE ${table}`,
    ])
      await expect(asReader(database, statement), statement.text).rejects.toThrow('permission denied')
  for (const statement of [
    sql`UPDATE accounts SET active = false`,
    sql`SELECT ensure_audit_partitions()`,
    sql`SELECT id FROM signet_audit.entries_default`,
    sql`CREATE TABLE mine ()`,
  ])
    await expect(asReader(database, statement), statement.text).rejects.toThrow('permission denied')
})

test('db:setup renews an existing reader with the schema, and creates none without --reader', async () => {
  const { database } = await withReader()
  await database.run(sql`CREATE TABLE later (project_id text NOT NULL, note text, code_sealed text)`)
  await raiseWall(database)
  expect(await columnsOf(database, 'later')).toEqual([
    { name: 'project_id', readable: true },
    { name: 'note', readable: true },
    { name: 'code_sealed', readable: false },
  ])
  const other = await seeded()
  await raiseWall(other.database)
  expect((await columnsOf(other.database, 'plans')).filter(({ readable }) => readable)).toEqual([])
})
