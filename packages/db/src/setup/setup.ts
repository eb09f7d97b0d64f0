import type { Vault } from '@signet/secrets'
import { ensureAuditPartitions } from '../audit/partitions.ts'
import type { Database } from '../database.ts'
import { makeInitialKeys } from '../key-set.ts'
import { appliedMigrations, PROVISIONING_LOCK } from '../migrate/bookkeeping.ts'
import { migrate } from '../migrate/run.ts'
import { SchemaMismatch, schemaState } from '../migrate/state.ts'
import { sql } from '../sql.ts'
import { raiseWall, tablesOf } from '../wall/raise.ts'
import { addReader } from '../wall/reader.ts'
import { constraintsNotInForce } from './constraints.ts'
import type { SeededMachine } from './machine.ts'
import { renewSetupToken, seed } from './seed.ts'
import { ensureServiceLogin } from './service-login.ts'

export interface SetupOptions {
  /** Example: `https://id.example.com`. */
  baseUrl: string
  vault: Vault
  /** Used for a new instance only. */
  initialSettings?: Readonly<Record<string, unknown>>
  machine?: SeededMachine | undefined
  /** The login role of this URL is created. */
  serviceUrl?: string | undefined
  /** Rejected once an administrator exists. */
  renewToken?: boolean
  reader?: boolean
  print(line: string): void
}

export interface SetupResult {
  /** `outstanding`: db:migrate must run first; it completes the seed. */
  state: 'done' | 'outstanding'
  setupToken?: string
}

/** A rule of the schema does not hold. The message names it and the remedy. */
export class SetupRefused extends Error {
  override name = 'SetupRefused'
}

/**
 * Creates the tables of an empty database and the missing parts of the seed in one transaction. Running it again changes nothing. On a
 * database of an older release the work is left to `db:migrate`.
 * @throws SchemaMismatch, SetupRefused, Unavailable
 */
export async function setup(database: Database, options: SetupOptions): Promise<SetupResult> {
  if ((await appliedMigrations(database)).length === 0) await refuseForeignTables(database)
  if (await isFirstMigration(database)) await migrate(database, { print: options.print })
  const found = await schemaState(database)
  if (found.state === 'behind') return { state: 'outstanding' }
  // A newer release has completed its own seed.
  if (found.state === 'newer') return { state: 'done' }
  if (found.state !== 'current') throw new SchemaMismatch(found)
  return { state: 'done', ...(await complete(database, options)) }
}

/** Requires a current schema; applies row-level security and the seed. */
export async function complete(database: Database, options: SetupOptions): Promise<{ setupToken?: string }> {
  const lacking = await constraintsNotInForce(database)
  if (lacking.length > 0)
    throw new SetupRefused(
      `These rules of the schema are not in force: ${lacking.join(', ')}. Restore them as the migrations declare them.`,
    )
  await raiseWall(database)
  if (options.serviceUrl) await ensureServiceLogin(database, options.serviceUrl)
  if (options.reader) await addReader(database, await tablesOf(database))
  await ensureAuditPartitions(database)
  const keys = await makeInitialKeys()
  const setupToken = await database.transaction(async (tx) => {
    await tx.run(sql`SELECT pg_advisory_xact_lock(${PROVISIONING_LOCK})`)
    const minted = await seed(tx, { ...options, keys })
    return minted ?? (options.renewToken === true ? await renewSetupToken(tx) : undefined)
  })
  // PostgreSQL never analyses a table of one row by itself, and overestimates its rows when it plans a join.
  await database.run(sql`ANALYZE instance, teams, plans`)
  if (setupToken === undefined && options.renewToken === true)
    throw new SetupRefused('An administrator exists already: no setup token is needed.')
  return setupToken === undefined ? {} : { setupToken }
}

/** True at the first set-up, also after one that was killed while it created the tables. */
async function isFirstMigration(database: Database): Promise<boolean> {
  const [seeded] = await database.rows<{ tables: number }>(
    sql`SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public' AND tablename = 'instance'`,
  )
  if (seeded?.tables === 0) return true
  const [instance] = await database.rows(sql`SELECT id FROM instance`)
  return instance === undefined
}

async function refuseForeignTables(database: Database): Promise<void> {
  const [foreign] = await database.rows<{ name: string }>(
    sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' LIMIT 1`,
  )
  // A concurrent set-up may have committed the first migration since the caller read.
  if (foreign !== undefined && (await appliedMigrations(database)).length === 0)
    throw new SetupRefused(
      `The database already has tables that are not Signet's, such as ${foreign.name}. Use an empty database.`,
    )
}
