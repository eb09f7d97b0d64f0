import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { asDatabaseError, Unavailable } from '../errors.ts'
import { type Executor, sql } from '../sql.ts'

export interface LeaseOptions {
  /** A holder loses the lease after this time without a heartbeat. Default 30,000. */
  leaseMs?: number
  /** Wait for another holder. Default 60,000. */
  waitMs?: number
  print(line: string): void
}

export interface Lease {
  /**
   * Call first in every transaction that the lease protects.
   * @throws LeaseLost
   */
  check(tx: Executor): Promise<void>
  release(): Promise<void>
}

export class LeaseLost extends Error {
  override name = 'LeaseLost'
  constructor() {
    super('Another process took over the migration, because this one sent no heartbeat in time.')
  }
}

export class LeaseHeld extends Error {
  override name = 'LeaseHeld'
  constructor(holder: string) {
    super(`Another process is migrating this database: ${holder}.`)
  }
}

/**
 * Waits until another holder finishes or its heartbeat stops. The fencing number is the key of the lease's row: a transaction that
 * checked it holds a key-share lock, which lets the heartbeat extend the lease but makes another taker wait until that transaction
 * ends.
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
    // The holder whose heartbeat stopped has an open transaction: wait for it as for any holder.
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
      // A failed heartbeat is retried by the next; `check` detects a lost lease.
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
