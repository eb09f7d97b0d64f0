import type { Database } from '../database.ts'
import { PROVISIONING_LOCK } from '../migrate/bookkeeping.ts'
import { type Executor, raw, sql } from '../sql.ts'
import { ensureReaderRole, readerRole } from './roles.ts'
import type { Table } from './tables.ts'

/** Digests and envelopes by the schema's convention, and credentials of pending sign-ins. */
const secretName = /(?:^|_)(?:sealed|digest|hash|payload|nonce|uid|sid)$|^user_code$/

/** The id is derived from a token or cookie value. */
const hasSecretId = (table: string): boolean => table === 'account_tokens' || table.startsWith('oidc_')

const isSecret = (table: string, column: string): boolean =>
  secretName.test(column) || (hasSecretId(table) && /^(?:grant_)?id$/.test(column))

/** Checks this database, not only its cluster. */
async function hasReader(executor: Executor): Promise<boolean> {
  const [row] = await executor.rows<{ there: boolean }>(
    sql`SELECT EXISTS (SELECT FROM pg_policy WHERE polname = 'of_reader') AS there`,
  )
  return row?.there === true
}

/** `db:setup --reader`: the role reads everything but secrets, in every project, and writes nothing. */
export async function addReader(database: Database, tables: readonly Table[]): Promise<void> {
  await ensureReaderRole(database)
  await database.transaction(async (tx) => {
    await tx.run(sql`SELECT pg_advisory_xact_lock(${PROVISIONING_LOCK})`)
    await grantReading(tx, tables)
  })
}

/** A migration may add tables and columns. */
export async function renewReader(tx: Executor, tables: readonly Table[]): Promise<void> {
  if (await hasReader(tx)) await grantReading(tx, tables)
}

async function grantReading(tx: Executor, tables: readonly Table[]): Promise<void> {
  const columns = await tx.rows<{ table: string; column: string }>(sql`
    SELECT c.relname AS table, a.attname AS column FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY c.relname, a.attnum`)
  const readable = Map.groupBy(
    columns.filter(({ table, column }) => !isSecret(table, column)),
    ({ table }) => table,
  )
  const statements = [
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${readerRole}`,
    `GRANT USAGE ON SCHEMA public TO ${readerRole}`,
    ...[...readable].map(
      ([table, found]) =>
        `GRANT SELECT (${found.map(({ column }) => `"${column}"`).join(', ')}) ON ${table} TO ${readerRole}`,
    ),
    ...tables
      .filter(({ tenant }) => tenant)
      .flatMap(({ name }) => [
        `DROP POLICY IF EXISTS of_reader ON ${name}`,
        `CREATE POLICY of_reader ON ${name} FOR SELECT TO ${readerRole} USING (true)`,
      ]),
  ]
  for (const statement of statements) await tx.run(raw(statement))
}
