import { setTimeout as pause } from 'node:timers/promises'
import type { Transactor } from '@signet/db'
import { type Logger, noteSuccess, watch } from '@signet/runtime'
import type { NatsConnection } from 'nats'
import type { Nats } from './connect.ts'
import { sweepInbox } from './inbox.ts'
import {
  claimNew,
  claimOverdue,
  deleteEvents,
  type OutboxRow,
  outboxAge,
  outboxSize,
  unclaim,
} from './outbox.ts'
import { restoreStreams, store } from './publish.ts'
import { repeatedFailure } from './repeated-failure.ts'
import { eventOfSubject } from './subjects.ts'

export interface RelayOptions {
  database: Transactor
  nats: Nats
  logger?: Logger
}

export interface Relay {
  /** Reads the outbox immediately. Call after a commit that enqueued an event. */
  wake(): void
  close(): Promise<void>
}

const BATCH = 200
const IDLE_MS = { least: 250, most: 1_000 }
const FAILURE_MS = { least: 250, most: 10_000 }
const OVERDUE_EVERY_MS = 5_000
const SWEEP_EVERY_MS = 600_000

/**
 * Replicas may run concurrently: rows are claimed with SKIP LOCKED. Survives outages of the database and of NATS without losing an
 * event.
 */
export function startRelay({ database, nats, logger }: RelayOptions): Relay {
  const stop = new AbortController()
  let waking = new AbortController()

  const sleep = (ms: number): Promise<void> => {
    waking = new AbortController()
    const signal = AbortSignal.any([stop.signal, waking.signal])
    return pause(ms, undefined, { signal }).catch(() => undefined)
  }
  const trouble = repeatedFailure(logger, 'the outbox could not be relayed; trying again')
  const overdue = atMostEvery(OVERDUE_EVERY_MS)
  const sweep = atMostEvery(SWEEP_EVERY_MS)

  async function round(connection: NatsConnection): Promise<number> {
    const rows = await claimNew(database, BATCH)
    if (rows.length < BATCH && overdue()) rows.push(...(await claimOverdue(database, BATCH)))
    if (sweep()) await sweepInbox(database)
    if (rows.length > 0) await publishAll(database, nats, connection, rows)
    return rows.length
  }

  async function run(): Promise<void> {
    let idle = IDLE_MS.least
    let failure = FAILURE_MS.least
    while (!stop.signal.aborted)
      try {
        const found = await round(await nats.connected(stop.signal))
        failure = FAILURE_MS.least
        trouble.succeeded()
        noteSuccess('relay')
        idle = found > 0 ? IDLE_MS.least : Math.min(idle * 2, IDLE_MS.most)
        if (found < BATCH) await sleep(idle)
      } catch (error) {
        if (stop.signal.aborted) return
        trouble.failed(error)
        await sleep(failure)
        failure = Math.min(failure * 2, FAILURE_MS.most)
      }
  }

  const done = run()
  const unwatch = [
    watch('signet_outbox_events', async () => [{ labels: {}, value: await outboxSize(database) }]),
    watch('signet_outbox_oldest_seconds', async () => [{ labels: {}, value: await outboxAge(database) }]),
  ]
  return {
    wake: () => waking.abort(),
    async close() {
      for (const stopWatching of unwatch) stopWatching()
      stop.abort()
      await done
    },
  }
}

/** Publishes in order. Confirmed rows are deleted, or kept until their effect is recorded; the other rows are released. */
async function publishAll(
  database: Transactor,
  nats: Nats,
  connection: NatsConnection,
  rows: readonly OutboxRow[],
): Promise<void> {
  const outcomes = await Promise.allSettled(rows.map((row) => store(connection, row)))
  const failed = rows.filter((_, index) => outcomes[index]?.status === 'rejected')
  const stored = rows.filter((_, index) => outcomes[index]?.status === 'fulfilled')
  const published = stored.filter(({ subject }) => eventOfSubject(subject)?.processedBy === 'store')
  if (published.length > 0) await deleteEvents(database, published.map(idOf))
  if (failed.length === 0) return
  await unclaim(database, failed.map(idOf))
  await restoreStreams(connection, nats)
  throw outcomes.find((outcome) => outcome.status === 'rejected')?.reason
}

const idOf = ({ id }: OutboxRow): string => id

/** True once per period, beginning with the first call. */
function atMostEvery(ms: number): () => boolean {
  let next = 0
  return () => {
    const now = performance.now()
    if (now < next) return false
    next = now + ms
    return true
  }
}
