import type { Database } from '../database.ts'
import { type Executor, sql } from '../sql.ts'

export interface AppliedMigration {
  name: string
  checksum: string
  /** First release that runs on the schema after this migration; null when a release without this column applied it. */
  minimumRelease: string | null
  statementsDone: number
  finished: boolean
}

/** Arbitrary number. */
export const PROVISIONING_LOCK = 0x5163_6e65

/** Stored in a separate schema, so that they are never migrated. */
const tables = [
  sql`CREATE SCHEMA IF NOT EXISTS signet_schema`,
  sql`CREATE TABLE IF NOT EXISTS signet_schema.migrations (
    name text COLLATE "C" PRIMARY KEY,
    checksum text NOT NULL,
    statements_done integer NOT NULL DEFAULT 0,
    started_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    finished_at timestamptz(3)
  )`,
  sql`ALTER TABLE signet_schema.migrations ADD COLUMN IF NOT EXISTS minimum_release text`,
  sql`CREATE TABLE IF NOT EXISTS signet_schema.lease (
    fence bigint PRIMARY KEY,
    holder text NOT NULL,
    expires_at timestamptz(3) NOT NULL
  )`,
  sql`INSERT INTO signet_schema.lease (fence, holder, expires_at)
    SELECT 0, '', '-infinity' WHERE NOT EXISTS (SELECT FROM signet_schema.lease)`,
]

export async function ensureBookkeeping(database: Database): Promise<void> {
  if (await isComplete(database)) return
  await database.transaction(async (tx) => {
    await tx.run(sql`SELECT pg_advisory_xact_lock(${PROVISIONING_LOCK})`)
    for (const statement of tables) await tx.run(statement)
  })
}

async function hasBookkeeping(executor: Executor): Promise<boolean> {
  const [found] = await executor.rows<{ there: boolean }>(
    sql`SELECT to_regclass('signet_schema.lease') IS NOT NULL AS there`,
  )
  return found?.there === true
}

async function isComplete(executor: Executor): Promise<boolean> {
  const [found] = await executor.rows<{ complete: boolean }>(
    sql`SELECT to_regclass('signet_schema.lease') IS NOT NULL AND EXISTS (
      SELECT FROM pg_attribute WHERE attrelid = to_regclass('signet_schema.migrations') AND attname = 'minimum_release'
    ) AS complete`,
  )
  return found?.complete === true
}

/** Empty when the database was never migrated. */
export async function appliedMigrations(executor: Executor): Promise<AppliedMigration[]> {
  if (!(await hasBookkeeping(executor))) return []
  return executor.rows<AppliedMigration>(
    // Databases of earlier releases lack the column.
    sql`SELECT name, checksum, statements_done AS "statementsDone", finished_at IS NOT NULL AS finished,
        to_jsonb(m) ->> 'minimum_release' AS "minimumRelease"
      FROM signet_schema.migrations m ORDER BY name`,
  )
}
