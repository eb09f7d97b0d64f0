import { remainingMs } from '@signet/runtime'
import pg from 'pg'
import { PrimaryClient } from './primary-client.ts'

/** At a few hundred statements a second the last of so many waits as long as a request may (R16). */
const mostWaiting = 1_000

/** What the driver reads at the moment of a query, and no type of it says. */
interface QueryLimits {
  readonly connectionParameters: { query_timeout: number }
}

type Callback = (error: Error) => void

const isRollback = (query: unknown): boolean =>
  /^rollback/i.test(typeof query === 'string' ? query : String((query as { text?: unknown } | null)?.text))

/** Node keeps timers of one length in one list: a list for each millisecond would cost a statement more than its timer. */
const stepMs = 500
const roundedUp = (ms: number): number => Math.max(1, Math.ceil(ms / stepMs)) * stepMs

/** As the driver says that it took too long. */
const outOfTime = (): Error => new Error('Query read timeout: the request has no time left')
const tooMany = (): Error => new Error('timeout exceeded when trying to connect: too many wait already')

/**
 * No statement is waited for beyond the deadline of the request that sends it, and after it none is sent but the one that
 * takes everything back. Whoever sends statements through the driver, such as Prisma, is bound by it too.
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

/** Tells whoever asked, in the way it asked. */
function refuse(args: readonly unknown[], error: Error): Promise<never> | undefined {
  const submitted = (args[0] as { callback?: Callback } | undefined)?.callback
  const callback = args.find((arg) => typeof arg === 'function') ?? submitted
  if (callback === undefined) return Promise.reject(error)
  process.nextTick(callback as Callback, error)
  return undefined
}

/** The same for a connection. */
export class BoundedPool extends pg.Pool {
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
