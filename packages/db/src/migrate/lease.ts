import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { asDatabaseError, Unavailable } from '../errors.ts'
import { type Executor, sql } from '../sql.ts'

export interface LeaseOptions {
  /** How long a silent holder keeps it. Default 30,000. */
  leaseMs?: number
  /** How long to wait for another holder before giving up. Default 60,000. */
  waitMs?: number
  print(line: string): void
}

export interface Lease {
  /** Call first in every transaction the lease protects. @throws LeaseLost */
  check(tx: Executor): Promise<void>
  release(): Promise<void>
}

export class LeaseLost extends Error {
  override name = 'LeaseLost'
  constructor() {
    super('Another process took over the migration, because this one was silent for too long.')
  }
}

export class LeaseHeld extends Error {
  override name = 'LeaseHeld'
  constructor(holder: string) {
    super(`Another process is migrating this database: ${holder}.`)
  }
}

/**
 * Takes the one lease on migrating, waiting for a holder to finish or to fall silent. The fencing number is the key of
 * the lease's row: a transaction that checked it holds a key-share lock, which lets the heartbeat extend the lease but
 * makes a taker wait until that transaction has ended.
 */
export async function takeLease(database: Database, options: LeaseOptions): Promise<Lease> {
  const { leaseMs = 30_000, waitMs = 60_000, print } = options
  const holder = `${hostname()} process ${process.pid} ${randomUUID()}`
  const giveUpAt = Date.now() + waitMs
  for (let announced = false; ; announced = true) {
    const fence = await tryTake(database, holder, leaseMs)
    if (fence !== undefined) return hold(database, fence, leaseMs)
    const current = await currentHolder(database)
    if (Date.now() > giveUpAt) throw new LeaseHeld(current)
    if (!announced) print(`Waiting for ${current}, which is migrating this database.`)
    await pause(Math.min(leaseMs / 10, 500))
  }
}

async function tryTake(database: Database, holder: string, leaseMs: number): Promise<number | undefined> {
  try {
    const [taken] = await database.rows<{ fence: number }>(
      sql`UPDATE signet_schema.lease
        SET fence = fence + 1, holder = ${holder}, expires_at = clock_timestamp() + ${leaseMs} * interval '1 ms'
        WHERE expires_at < clock_timestamp() RETURNING fence`,
    )
    return taken?.fence
  } catch (error) {
    // The silent holder still has a transaction open: it is waited for like any holder.
    if (asDatabaseError(error) instanceof Unavailable) return undefined
    throw error
  }
}

async function currentHolder(database: Database): Promise<string> {
  const [lease] = await database.rows<{ holder: string }>(sql`SELECT holder FROM signet_schema.lease`)
  return lease?.holder ?? ''
}

function hold(database: Database, fence: number, leaseMs: number): Lease {
  const extend = () =>
    database
      .run(
        sql`UPDATE signet_schema.lease SET expires_at = clock_timestamp() + ${leaseMs} * interval '1 ms'
          WHERE fence = ${fence}`,
      )
      // A heartbeat that fails is tried again by the next; losing the lease is noticed by `check`.
      .catch(() => 0)
  const heartbeat = setInterval(extend, leaseMs / 3)
  return {
    async check(tx) {
      const [mine] = await tx.rows(
        sql`SELECT fence FROM signet_schema.lease WHERE fence = ${fence} FOR KEY SHARE`,
      )
      if (mine === undefined) throw new LeaseLost()
    },
    async release() {
      clearInterval(heartbeat)
      await database.run(sql`UPDATE signet_schema.lease SET expires_at = '-infinity' WHERE fence = ${fence}`)
    },
  }
}
