import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Transactor } from '@signet/db'
import { type Logger, noteSuccess } from '@signet/runtime'
import { closeMonths } from '@signet/sessions'
import { keptFrom } from '../domains/activity/calendar.ts'

const everyMs = 3_600_000
/** How many marks go at once: short transactions. */
const batch = 5_000

interface CloserOptions {
  readonly database: Transactor
  readonly logger: Logger
}

/** Keeps the figures of closed months and removes the marks behind them. Any replica does, and two at once may. */
export function startMonthCloser({ database, logger }: CloserOptions): { close(): Promise<void> } {
  const stop = new AbortController()
  const run = async () => {
    while (!stop.signal.aborted) {
      await closeDue(database, new Date(), () => stop.signal.aborted)
        .then(() => noteSuccess('month closer'))
        .catch((error) => logger.warn({ err: error }, 'months of activity were not closed'))
      await pause(everyMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async close() {
      stop.abort()
      await running
    },
  }
}

/** One round: project by project, from those that still have marks older than what is kept. */
export async function closeDue(
  database: Transactor,
  now: Date,
  stopped: () => boolean = () => false,
): Promise<void> {
  const before = keptFrom(now)
  for (let last = ''; !stopped(); ) {
    const [next] = await database.rows<{ projectId: string }>(sql`
      SELECT project_id AS "projectId" FROM activity_marks WHERE project_id > ${last} ORDER BY project_id LIMIT 1`)
    if (!next) return
    last = next.projectId
    const [old] = await database.rows(sql`
      SELECT 1 AS one FROM activity_marks WHERE project_id = ${last} AND day < ${before}::date LIMIT 1`)
    if (!old) continue
    await closeMonths(database, last, before)
    while (!stopped() && (await sweep(database, last, before)) === batch);
  }
}

const sweep = (database: Transactor, projectId: string, before: string): Promise<number> =>
  database.run(sql`
    DELETE FROM activity_marks WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM activity_marks WHERE project_id = ${projectId} AND day < ${before}::date
      LIMIT ${batch} FOR UPDATE SKIP LOCKED))`)
