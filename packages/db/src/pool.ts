import { watch } from '@signet/runtime'
import type pg from 'pg'
import { AddressMemory } from './address-memory.ts'
import { BoundedClient, BoundedPool } from './bounded.ts'
import { columnTypes } from './types.ts'
import { actingAs } from './wall/acting.ts'
import { type Role, roles } from './wall/roles.ts'

export interface DatabaseOptions {
  /** PostgreSQL connection URL. */
  url: string
  /** Shown in pg_stat_activity. */
  name: string
  /**
   * The role the connections act under. Default: that of the URL, which owns the tables and is not bound by row-level
   * security; for provisioning alone.
   */
  as?: Exclude<Role, 'instance'>
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

const planning = {
  'each time': { options: ['-c plan_cache_mode=force_custom_plan'] },
  'by key': {
    options: [
      '-c plan_cache_mode=force_generic_plan',
      '-c enable_seqscan=off',
      '-c enable_hashjoin=off',
      '-c enable_mergejoin=off',
    ],
    // In an empty table any index that begins with the project is as good as the key: no such plan lasts for long.
    maxLifetimeSeconds: 15,
  },
} as const

/** A request is refused rather than kept waiting; provisioning has time. */
const POOL_WAIT_MS = 3_000
const PROVISIONING_WAIT_MS = 10_000
const LOCK_TIMEOUT_MS = 2_000
const STATEMENT_TIMEOUT_MS = 3_000
const IDLE_IN_TRANSACTION_MS = 10_000
/** Beyond the server's own limit the server is taken for lost: it may be stopped, or the network silent. */
const SILENCE_MS = 2_000
/** How soon the server notices that nobody waits for a statement any more, and takes it back. Not known to Windows. */
const ABANDONED = process.platform === 'win32' ? [] : ['-c client_connection_check_interval=250']
/**
 * Compiling a statement takes up to seconds of processor time for each connection, which no time limit ends. A server that
 * can does it for every plan that it takes for expensive, as it takes those without sequential scans.
 */
const INTERPRETED = '-c jit=off'

/** Opens nothing yet: the first statement connects. */
export function openPool({
  url,
  name,
  as,
  poolSize = 10,
  statementTimeout = STATEMENT_TIMEOUT_MS,
  plans,
}: DatabaseOptions): pg.Pool {
  const { options = [], ...lifetime } = plans ? planning[plans] : {}
  const addresses = new AddressMemory()
  const pool = new BoundedPool({
    Client: BoundedClient,
    connectionString: url,
    stream: () => addresses.socket(),
    application_name: `signet ${name}`,
    max: poolSize,
    connectionTimeoutMillis: as ? POOL_WAIT_MS : PROVISIONING_WAIT_MS,
    keepAlive: true,
    lock_timeout: LOCK_TIMEOUT_MS,
    statement_timeout: statementTimeout,
    query_timeout: statementTimeout === 0 ? 0 : statementTimeout + SILENCE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types: columnTypes,
    options: [...options, ...ABANDONED, INTERPRETED, ...(as ? [`-c role=${roles[as]}`] : [])].join(' '),
    ...(as && { verify: actingAs(roles[as]) }),
    ...lifetime,
  })
  // A connection that breaks while idle or leased emits an error event; without a listener it would end the process.
  // The statement under way, or the next one, reports the loss.
  const ignore = () => undefined
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  const unwatch = watch('signet_pool_connections', () =>
    Object.entries(stateOf(pool)).map(([state, value]) => ({ labels: { pool: name, state }, value })),
  )
  const end = pool.end.bind(pool)
  pool.end = (async () => {
    unwatch()
    await end()
  }) as typeof pool.end
  return pool
}

const stateOf = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({
  used: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
})
