import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ConnectionLease } from './connection-lease.ts'
import { asDatabaseError, isRetryable } from './errors.ts'
import { type Outcome, Prepared } from './prepared.ts'
import type { Executor, Sql } from './sql.ts'
import { statementName } from './statement-name.ts'
import { columnTypes } from './types.ts'

export interface DatabaseOptions {
  /** PostgreSQL connection URL. */
  url: string
  /** Shown in pg_stat_activity. */
  name: string
  /** Connections at most. Default 10. */
  poolSize?: number
  /** Milliseconds a statement may take; 0 for no limit (migrations). Default 3,000. */
  statementTimeout?: number
  /**
   * How statements are planned. `each time`, for their own values: for services that filter, page and serve projects of
   * very different sizes, where a plan made for any value reads whole tables for some. `by key`, for statements whose
   * every row is found by its key: once for a connection, which lasts a few seconds, and never by reading a whole table,
   * however small it was then. Default: PostgreSQL decides.
   */
  plans?: keyof typeof planning
}

/** A statement of its own is tried again, like a transaction, when a deadlock was ended at its cost. */
export interface Database extends Executor {
  readonly pool: pg.Pool
  /**
   * One transaction on one connection, READ COMMITTED, committed when `work` returns. Deadlocks and serialisation
   * failures are tried again, so `work` may run up to three times and must touch nothing but the database.
   */
  transaction<Result>(work: (tx: Executor) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

const planning = {
  'each time': { options: '-c plan_cache_mode=force_custom_plan' },
  'by key': {
    options:
      '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off',
    // In an empty table any index that begins with the project is as good as the key: no such plan lasts for long.
    maxLifetimeSeconds: 15,
  },
} as const

const ATTEMPTS = 3
const KEEP_MS = 20
const POOL_WAIT_MS = 1_000
const LOCK_TIMEOUT_MS = 2_000
const STATEMENT_TIMEOUT_MS = 3_000
const IDLE_IN_TRANSACTION_MS = 10_000
/** Beyond the server's own limit the server is taken for lost: it may be stopped, or the network silent. */
const SILENCE_MS = 2_000

/** Opens nothing yet: the first statement connects, and a database that is away only fails that statement. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options)
  const leases = new ConnectionLease(pool, options.plans === 'by key' ? KEEP_MS : 0)
  return {
    pool,
    rows: (statement) => withRetries(leases, (client) => executorOn(client).rows(statement)),
    run: (statement) => withRetries(leases, (client) => executorOn(client).run(statement)),
    transaction: (work) => withRetries(leases, (client) => inTransaction(client, work)),
    close: () => {
      leases.releaseAll()
      return pool.end()
    },
  }
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

function openPool({
  url,
  name,
  poolSize = 10,
  statementTimeout = STATEMENT_TIMEOUT_MS,
  plans,
}: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: `signet ${name}`,
    max: poolSize,
    connectionTimeoutMillis: POOL_WAIT_MS,
    keepAlive: true,
    lock_timeout: LOCK_TIMEOUT_MS,
    statement_timeout: statementTimeout,
    query_timeout: statementTimeout === 0 ? 0 : statementTimeout + SILENCE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types: columnTypes,
    ...(plans ? planning[plans] : {}),
  })
  // A connection that breaks while idle or leased emits an error event; without a listener it would end the process.
  // The statement under way, or the next one, reports the loss.
  const heard = () => undefined
  pool.on('error', heard)
  pool.on('connect', (client) => client.on('error', heard))
  return pool
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
    throw asDatabaseError(error)
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

/** The server answered with an error of its own and keeps the connection, or the caller's own code threw. */
function isBroken(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.severity !== 'ERROR'
  return asDatabaseError(error) !== error
}

async function inTransaction<Result>(
  client: pg.PoolClient,
  work: (tx: Executor) => Promise<Result>,
): Promise<Result> {
  await client.query('BEGIN')
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

/** Runs statements as named prepared statements, so that the server plans a text once per connection. */
function executorOn(client: pg.PoolClient): Executor {
  const execute = async <Row extends object>({ text, values }: Sql): Promise<Outcome<Row>> => {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome<Row>>()
    client.query(
      new Prepared<Row>(statementName(text) ?? '', text, values, (error, outcome) =>
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
