import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { BoundedPool } from './bounded.ts'
import { ConnectionLease } from './connection-lease.ts'
import { asDatabaseError, isRetryable } from './errors.ts'
import { type DatabaseOptions, openPool, planningByKey } from './pool.ts'
import { type Outcome, PreparedQuery } from './prepared.ts'
import { ofProject, rejectStandby, type Scope } from './scope.ts'
import type { Executor, Sql } from './sql.ts'
import { statementName } from './statement-name.ts'
import { WallMissing } from './wall/missing.ts'

export interface TransactionOptions {
  /**
   * PostgreSQL plans each statement once per connection: for work that finds every row by its key, because planning takes longer than
   * execution. A plan made for an empty table lasts until the statistics of the table change. Without effect behind a pooler, which
   * prepares nothing.
   */
  readonly plans?: 'by key' | undefined
}

/** A single statement is also retried after a deadlock. */
export interface Transactor extends Executor {
  /**
   * Runs one READ COMMITTED transaction on one connection and commits when `work` returns. Retries after deadlocks and serialization
   * failures: `work` may run up to three times and must have no effects outside the database.
   */
  transaction<Result>(work: (tx: Executor) => Promise<Result>, options?: TransactionOptions): Promise<Result>
}

/** Outside `inProject`, row-level security hides the rows of every project. */
export interface Database extends Transactor {
  readonly pool: BoundedPool
  inProject(projectId: string): Transactor
  close(): Promise<void>
}

const ATTEMPTS = 3
const KEEP_MS = 20

const scopes = new WeakMap<Database, (scope: Scope) => Transactor>()

export function scopedTo(database: Database, scope: Scope): Transactor {
  const scoped = scopes.get(database)
  if (!scoped) throw new TypeError('The database was not opened by openDatabase.')
  return scoped(scope)
}

/** An open transaction reaches no other projects for any scope. */
export function fixScope(database: Database): void {
  scopes.set(database, () => database)
}

/** The first statement connects, and fails if the database is unreachable. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options)
  const leases = new ConnectionLease(pool, options.plans === 'by key' ? KEEP_MS : 0, options.name)
  const { isPooled } = pool
  const scoped = (scope?: Scope): Transactor => {
    const start = { scope, isPooled }
    return {
      rows: (statement) =>
        withRetries(leases, (client) => executorOn(client, isPooled, start).rows(statement)),
      run: (statement) => withRetries(leases, (client) => executorOn(client, isPooled, start).run(statement)),
      transaction: (work, { plans } = {}) =>
        withRetries(leases, (client) => inTransaction(client, work, { ...start, plans })),
    }
  }
  const database: Database = {
    ...scoped(),
    pool,
    inProject: (projectId) => scoped(ofProject(projectId)),
    close: () => {
      leases.releaseAll()
      return pool.end()
    },
  }
  scopes.set(database, scoped)
  return database
}

async function withRetries<Result>(
  leases: ConnectionLease,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await withClient(leases, work)
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error
      await pause(Math.random() * 20 * 2 ** attempt)
    }
}

/** Destroys the connection after a failure, unless the server merely rejected the statement. */
async function withClient<Result>(
  leases: ConnectionLease,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  let client: pg.PoolClient
  try {
    client = await leases.acquire()
  } catch (error) {
    throw asConnectionError(error)
  }
  let broken = false
  try {
    return await work(client)
  } catch (error) {
    broken = isBroken(error)
    throw asDatabaseError(error)
  } finally {
    leases.release(client, broken)
  }
}

/**
 * PostgreSQL reports a missing or forbidden role when a connection is opened under it; a pooler rejects the settings of the connection.
 */
function asConnectionError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return asDatabaseError(error)
  if (/unsupported startup parameter/.test(error.message))
    return new WallMissing(`${error.message}: add pooler=transaction to DATABASE_URL behind a pooler.`)
  if (!/role/.test(error.message)) return asDatabaseError(error)
  return new WallMissing(`${error.message}: run db:setup, or db:migrate, then start again.`)
}

/** False when the server reported an error and keeps the connection, or when the caller's own code threw. */
function isBroken(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.severity !== 'ERROR'
  return asDatabaseError(error) !== error
}

async function inTransaction<Result>(
  client: pg.PoolClient,
  work: (tx: Executor) => Promise<Result>,
  start: Start & TransactionOptions,
): Promise<Result> {
  await client.query(['BEGIN', ...startText(client, start)].join('; '))
  try {
    const result = await work(executorOn(client, start.isPooled))
    await client.query('COMMIT')
    return result
  } catch (error) {
    // When the connection is lost, the server has rolled back.
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

interface Start {
  readonly scope: Scope | undefined
  readonly isPooled: boolean
}

/** One column, because the driver reads each column of the result. */
const planByKey = Object.entries(planningByKey)
  .map(([setting, value]) => `set_config('${setting}', '${value}', true)`)
  .join(' || ')

function startText(client: pg.PoolClient, { scope, isPooled, plans }: Start & TransactionOptions): string[] {
  const calls = [
    ...(plans && !isPooled ? [planByKey] : []),
    ...(scope ? [`set_config('${scope.setting}', ${client.escapeLiteral(scope.value)}, true)`] : []),
    ...(isPooled ? [rejectStandby] : []),
  ]
  return calls.length > 0 ? [`SELECT ${calls.join(', ')}`] : []
}

/**
 * Uses named prepared statements, so that the server parses each text once per connection. A pooler in transaction mode keeps no names,
 * so there each statement is parsed.
 * @param start of a transaction of its own for each statement
 */
function executorOn(client: pg.PoolClient, isPooled: boolean, start?: Start): Executor {
  const execute = async <Row extends object>({ text, values }: Sql): Promise<Outcome<Row>> => {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome<Row>>()
    client.query(
      new PreparedQuery<Row>(
        { name: isPooled ? '' : (statementName(text) ?? ''), text, values, ...start },
        (error, outcome) => (outcome ? resolve(outcome) : reject(error)),
      ),
    )
    try {
      return await promise
    } catch (error) {
      // The driver's stack trace leads to its socket; this one leads to the caller.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }
  return {
    rows: async <Row extends object>(statement: Sql) => (await execute<Row>(statement)).rows,
    run: async (statement) => (await execute(statement)).count,
  }
}
