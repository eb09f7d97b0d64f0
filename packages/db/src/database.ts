import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ConnectionLease } from './connection-lease.ts'
import { asDatabaseError, isRetryable } from './errors.ts'
import { type DatabaseOptions, openPool } from './pool.ts'
import { type Outcome, Prepared } from './prepared.ts'
import { ofProject, type Scope } from './scope.ts'
import type { Executor, Sql } from './sql.ts'
import { statementName } from './statement-name.ts'
import { WallMissing } from './wall/missing.ts'

/** Statements of their own, and transactions. A statement too is tried again when a deadlock was ended at its cost. */
export interface Transactor extends Executor {
  /**
   * One transaction on one connection, READ COMMITTED, committed when `work` returns. Deadlocks and serialisation
   * failures are tried again, so `work` may run up to three times and must touch nothing but the database.
   */
  transaction<Result>(work: (tx: Executor) => Promise<Result>): Promise<Result>
}

/** Outside `inProject` a service reaches no row of any project (row-level security). */
export interface Database extends Transactor {
  readonly pool: pg.Pool
  /** The same database, reaching the rows of one project. */
  inProject(projectId: string): Transactor
  close(): Promise<void>
}

const ATTEMPTS = 3
const KEEP_MS = 20

const scopes = new WeakMap<Database, (scope: Scope) => Transactor>()

/** The database under a scope that only this package gives. */
export function scopedTo(database: Database, scope: Scope): Transactor {
  const scoped = scopes.get(database)
  if (!scoped) throw new TypeError('Only what openDatabase opened has scopes.')
  return scoped(scope)
}

/** Opens nothing yet: the first statement connects, and a database that is away only fails that statement. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options)
  const leases = new ConnectionLease(pool, options.plans === 'by key' ? KEEP_MS : 0, options.name)
  const scoped = (scope?: Scope): Transactor => ({
    rows: (statement) => withRetries(leases, (client) => executorOn(client, scope).rows(statement)),
    run: (statement) => withRetries(leases, (client) => executorOn(client, scope).run(statement)),
    transaction: (work) => withRetries(leases, (client) => inTransaction(client, work, scope)),
  })
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

/** Whoever a deadlock or a serialisation failure chose has changed nothing, and is tried again. */
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

/** Leases a connection, and drops it instead of returning it after a failure that was not a plain refusal. */
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

/** A role that is missing, or that may not be taken, shows when a connection is opened under it. */
function asConnectionError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || !/role/.test(error.message)) return asDatabaseError(error)
  return new WallMissing(`${error.message}: run db:setup, or db:migrate, then start again.`)
}

/** The server answered with an error of its own and keeps the connection, or the caller's own code threw. */
function isBroken(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.severity !== 'ERROR'
  return asDatabaseError(error) !== error
}

async function inTransaction<Result>(
  client: pg.PoolClient,
  work: (tx: Executor) => Promise<Result>,
  scope: Scope | undefined,
): Promise<Result> {
  await client.query(scope ? `BEGIN; ${settingText(client, scope)}` : 'BEGIN')
  try {
    const result = await work(executorOn(client))
    await client.query('COMMIT')
    return result
  } catch (error) {
    // When the connection is gone the server has rolled back by itself.
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

const settingText = (client: pg.PoolClient, { setting, value }: Scope): string =>
  `SELECT set_config('${setting}', ${client.escapeLiteral(value)}, true)`

/** Runs statements as named prepared statements, so that the server plans a text once per connection. */
function executorOn(client: pg.PoolClient, scope?: Scope): Executor {
  const execute = async <Row extends object>({ text, values }: Sql): Promise<Outcome<Row>> => {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome<Row>>()
    client.query(
      new Prepared<Row>({ name: statementName(text) ?? '', text, values, scope }, (error, outcome) =>
        outcome ? resolve(outcome) : reject(error),
      ),
    )
    try {
      return await promise
    } catch (error) {
      // The driver's trace leads to its socket; this one leads to who asked.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }
  return {
    rows: async <Row extends object>(statement: Sql) => (await execute<Row>(statement)).rows,
    run: async (statement) => (await execute(statement)).count,
  }
}
