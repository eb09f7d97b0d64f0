import { remainingMs } from '@signet/runtime'
import pg from 'pg'
import { PrimaryClient } from './primary-client.ts'

/** The last of them waits as long as a request may, at a few hundred statements a second. */
const mostWaiting = 1_000

/** Read by the driver at each query; its types omit the field. */
interface QueryLimits {
  readonly connectionParameters: { query_timeout: number }
}

type Callback = (error: Error) => void

const isRollback = (query: unknown): boolean =>
  /^rollback/i.test(typeof query === 'string' ? query : String((query as { text?: unknown } | null)?.text))

/** Node keeps a list per timer length; a list per millisecond would cost more than the timer. */
const stepMs = 500
const roundedUp = (ms: number): number => Math.max(1, Math.ceil(ms / stepMs)) * stepMs

/** The driver's own message. */
const outOfTime = (): Error => new Error('Query read timeout: the request has no time left')
const tooMany = (): Error =>
  new Error('timeout exceeded when trying to connect: too many statements are waiting')

/**
 * Limits each statement to the remaining time of its request. Rejects statements after the deadline, except ROLLBACK. Applies to every
 * user of the driver, including Prisma.
 */
export class BoundedClient extends PrimaryClient {
  override query = ((...args: Parameters<pg.Client['query']>): unknown => {
    const remaining = remainingMs()
    const limits = (this as unknown as QueryLimits).connectionParameters
    const usual = limits.query_timeout
    if (remaining >= usual) return super.query(...args)
    if (remaining === 0 && !isRollback(args[0])) return refuse(args, outOfTime())
    limits.query_timeout = Math.min(usual, roundedUp(remaining))
    try {
      return super.query(...args)
    } finally {
      limits.query_timeout = usual
    }
  }) as pg.Client['query']
}

/** Reports through the callback or the promise, whichever the caller uses. */
function refuse(args: readonly unknown[], error: Error): Promise<never> | undefined {
  const submitted = (args[0] as { callback?: Callback } | undefined)?.callback
  const callback = args.find((arg) => typeof arg === 'function') ?? submitted
  if (callback === undefined) return Promise.reject(error)
  process.nextTick(callback as Callback, error)
  return undefined
}

interface BoundedPoolConfig extends pg.PoolConfig {
  readonly isPooled: boolean
}

export class BoundedPool extends pg.Pool {
  /** A pooler in transaction mode is in front of PostgreSQL. */
  readonly isPooled: boolean

  constructor({ isPooled, ...config }: BoundedPoolConfig) {
    super(config)
    this.isPooled = isPooled
  }

  override connect = ((...args: Parameters<pg.Pool['connect']>): unknown => {
    const { options } = this
    const usual = options.connectionTimeoutMillis ?? 0
    const remaining = remainingMs()
    if (remaining === 0) return refuse(args, outOfTime())
    if (this.waitingCount >= mostWaiting) return refuse(args, tooMany())
    options.connectionTimeoutMillis = Math.min(usual, roundedUp(remaining))
    try {
      return super.connect(...args)
    } finally {
      options.connectionTimeoutMillis = usual
    }
  }) as pg.Pool['connect']
}
