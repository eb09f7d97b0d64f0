import { watch } from '@signet/runtime'
import type pg from 'pg'
import { AddressMemory } from './address-memory.ts'
import { BoundedClient, BoundedPool } from './bounded.ts'
import { routeOf } from './pooler.ts'
import { columnTypes } from './types.ts'
import { actingAs } from './wall/acting.ts'
import { type Role, roles } from './wall/roles.ts'

export interface DatabaseOptions {
  url: string
  /** Shown in pg_stat_activity. */
  name: string
  /** Default: the role of the URL, which owns the tables and is exempt from row-level security; for provisioning only. */
  as?: Exclude<Role, 'instance'>
  /** Default 10. */
  poolSize?: number
  /** Milliseconds; 0 for no limit (migrations). Default 3,000. */
  statementTimeout?: number
  /**
   * `each time` plans for the given values: for services that filter, page and serve projects of very different sizes, where a generic
   * plan can read whole tables. `by key` is for statements that find every row by its key: planned once per connection, which lasts a
   * few seconds, and never as a sequential scan, however small the table was then. Default: PostgreSQL decides.
   */
  plans?: keyof typeof planning
}

export const planningByKey = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
} as const

const planning = {
  'each time': { options: ['-c plan_cache_mode=force_custom_plan'] },
  'by key': {
    options: Object.entries(planningByKey).map(([setting, value]) => `-c ${setting}=${value}`),
    // While the table is empty, any index that begins with the project costs as much as the key, so no such plan may last.
    maxLifetimeSeconds: 15,
  },
} as const

/** A request fails instead of waiting long; provisioning may wait. */
const POOL_WAIT_MS = 3_000
const PROVISIONING_WAIT_MS = 10_000
const LOCK_TIMEOUT_MS = 2_000
const STATEMENT_TIMEOUT_MS = 3_000
const IDLE_IN_TRANSACTION_MS = 10_000
/** Time beyond the server's own limit after which the server counts as lost: it may be stopped, or the network may drop packets. */
const SILENCE_MS = 2_000
/**
 * The server detects in this interval that the client of a running statement has disconnected, and cancels it. Unsupported on Windows.
 */
const ABANDONED_MS = 250
/**
 * JIT compilation takes up to seconds of processor time per connection, and no timeout interrupts it. PostgreSQL compiles every plan it
 * estimates as expensive, which includes all plans that avoid a disabled sequential scan.
 */
const JIT = 'off'

/** Keys: settings of PostgreSQL. Milliseconds. */
export const serviceLimits = {
  lock_timeout: LOCK_TIMEOUT_MS,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
} as const

export const serviceSettings: Readonly<Record<string, string | number>> = {
  ...(process.platform === 'win32' ? {} : { client_connection_check_interval: ABANDONED_MS }),
  jit: JIT,
}

/** The first statement connects. */
export function openPool({
  url,
  name,
  as,
  poolSize = 10,
  statementTimeout = STATEMENT_TIMEOUT_MS,
  plans,
}: DatabaseOptions): BoundedPool {
  const { options = [], ...lifetime } = plans ? planning[plans] : {}
  const { connectionString, isPooled } = routeOf(url, as)
  const startOptions = [
    ...options,
    ...Object.entries({ ...serviceSettings, ...(as && { role: roles[as] }) }).map(
      ([setting, value]) => `-c ${setting}=${value}`,
    ),
  ]
  const addresses = new AddressMemory()
  const pool = new BoundedPool({
    Client: BoundedClient,
    connectionString,
    isPooled,
    stream: () => addresses.socket(),
    application_name: `signet ${name}`,
    max: poolSize,
    connectionTimeoutMillis: as ? POOL_WAIT_MS : PROVISIONING_WAIT_MS,
    keepAlive: true,
    query_timeout: statementTimeout === 0 ? 0 : statementTimeout + SILENCE_MS,
    types: columnTypes,
    // Behind a pooler the login has these settings (`ensureServiceLogin`).
    ...(!isPooled && {
      ...serviceLimits,
      statement_timeout: statementTimeout,
      options: startOptions.join(' '),
    }),
    // The option `verify` of pg-pool loses the connection when its caller stops waiting during the verification.
    ...(as && { onConnect: actingAs(roles[as]) }),
    ...(!isPooled && lifetime),
  })
  // A connection that breaks while idle or leased emits an error event, which would end the process without a listener. The current or
  // next statement reports the loss.
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
