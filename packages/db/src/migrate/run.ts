import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { isLockTimeout } from '../errors.ts'
import { type Executor, raw, sql } from '../sql.ts'
import { appliedMigrations, ensureBookkeeping } from './bookkeeping.ts'
import { type Lease, type LeaseOptions, takeLease } from './lease.ts'
import { type Migration, migrations } from './manifest.ts'
import { SchemaMismatch, schemaState } from './state.ts'

/** @throws Error when the encoding of the database cannot store every name and address */
async function requireEncoding(executor: Executor): Promise<void> {
  const [row] = await executor.rows<{ name: string; encoding: string }>(
    sql`SELECT current_database() AS name, current_setting('server_encoding') AS encoding`,
  )
  if (!row || row.encoding === 'UTF8') return
  throw new Error(
    `The encoding of the database ${row.name} is ${row.encoding}, and Signet needs UTF8. Create the database with CREATE DATABASE ${row.name} ENCODING 'UTF8' TEMPLATE template0.`,
  )
}

export interface MigrateOptions extends LeaseOptions {
  /** Default: those of this release. */
  known?: readonly Migration[]
  /** Called after the commit of a statement and its progress. */
  onStatement?(name: string, done: number, count: number): void
}

export interface OutstandingMigration extends Migration {
  /** Statements of an earlier, interrupted run. */
  statementsDone: number
}

/**
 * Empty on a newer schema that this release runs on.
 * @throws SchemaMismatch when the schema is ahead or diverged
 */
export async function plan(
  executor: Executor,
  known: readonly Migration[] = migrations,
): Promise<OutstandingMigration[]> {
  const found = await schemaState(executor, known)
  if (found.state === 'ahead' || found.state === 'diverged') throw new SchemaMismatch(found)
  const done = new Map((await appliedMigrations(executor)).map((entry) => [entry.name, entry.statementsDone]))
  return known
    .filter(({ name }) => found.names.includes(name))
    .map((migration) => ({ ...migration, statementsDone: done.get(migration.name) ?? 0 }))
}

export const describe = ({ name, title, irreversible, consequence }: Migration): string =>
  irreversible ? `${name}: ${title}. IRREVERSIBLE: ${consequence ?? ''}` : `${name}: ${title}`

/**
 * Each statement commits together with its progress, so that the next run continues after a kill at any point.
 * @returns the names of the finished migrations
 * @throws SchemaMismatch, LeaseHeld, LeaseLost, Unavailable; Error when the encoding of the database is not UTF8
 */
export async function migrate(database: Database, options: MigrateOptions): Promise<string[]> {
  const { known = migrations, print } = options
  await requireEncoding(database)
  await ensureBookkeeping(database)
  if ((await plan(database, known)).length === 0) return []
  const lease = await takeLease(database, options)
  try {
    const outstanding = await plan(database, known)
    for (const migration of outstanding) {
      print(describe(migration))
      await applyMigration(database, lease, migration, options)
    }
    return outstanding.map(({ name }) => name)
  } finally {
    await lease.release().catch(() => undefined)
  }
}

async function applyMigration(
  database: Database,
  lease: Lease,
  { name, checksum, minimumRelease, statements, statementsDone }: OutstandingMigration,
  { onStatement, print }: MigrateOptions,
): Promise<void> {
  await database.transaction(async (tx) => {
    await lease.check(tx)
    await tx.run(
      sql`INSERT INTO signet_schema.migrations (name, checksum, minimum_release)
        VALUES (${name}, ${checksum}, ${minimumRelease}) ON CONFLICT DO NOTHING`,
    )
  })
  for (const [index, statement] of statements.entries()) {
    if (index < statementsDone) continue
    await whenUnlocked(print, () =>
      database.transaction(async (tx) => {
        await lease.check(tx)
        await tx.run(raw(statement))
        await recordProgress(tx, name, index + 1)
      }),
    )
    onStatement?.(name, index + 1, statements.length)
  }
  await database.transaction(async (tx) => {
    await lease.check(tx)
    await tx.run(
      sql`UPDATE signet_schema.migrations SET finished_at = clock_timestamp()
        WHERE name = ${name} AND statements_done = ${statements.length}`,
    )
  })
}

const LOCK_ATTEMPTS = 30

/** Retries while the table is locked. Waiting longer for the lock would block every later query of the table. */
async function whenUnlocked(print: (line: string) => void, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work()
    } catch (error) {
      if (attempt === LOCK_ATTEMPTS || !isLockTimeout(error)) throw error
      print('A table is in use; trying again.')
      await pause(500)
    }
}

async function recordProgress(tx: Executor, name: string, done: number): Promise<void> {
  const changed = await tx.run(
    sql`UPDATE signet_schema.migrations SET statements_done = ${done}
      WHERE name = ${name} AND statements_done = ${done - 1}`,
  )
  if (changed !== 1) throw new Error(`The progress of ${name} was changed by another process.`)
}
