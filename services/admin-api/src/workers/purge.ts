import { setTimeout as pause } from 'node:timers/promises'
import { operations } from '@signet/contracts'
import { type Executor, sql, type Transactor } from '@signet/db'
import { actors, recordAudit } from '@signet/events'
import { type Logger, noteSuccess } from '@signet/runtime'
import { toRecord } from '../audit-record.ts'
import { beginDestruction, destroy } from '../domains/projects/destroy.ts'
import { enqueueDueNotices } from '../domains/projects/logout-notices.ts'
import { endLapsedMoves } from '../domains/projects/move.ts'
import { endLapsedTests } from '../domains/projects/sign-in-test.ts'

const everyMs = 60_000

interface PurgerOptions {
  readonly database: Transactor
  readonly logger: Logger
  readonly baseUrl: string
}

/** Continues interrupted destructions, and ends expired sign-in tests and moves. Every replica may run it. */
export function startPurger(options: PurgerOptions): { close(): Promise<void> } {
  const stop = new AbortController()
  const running = purgeUntil(stop.signal, options)
  return {
    async close() {
      stop.abort()
      await running
    },
  }
}

async function purgeUntil(signal: AbortSignal, options: PurgerOptions): Promise<void> {
  const { database, logger } = options
  while (!signal.aborted) {
    await enqueueLeftNotices(options, () => signal.aborted).catch((error) =>
      logger.warn({ err: error }, 'logout notices were not enqueued'),
    )
    await purgeDue(database, logger, () => signal.aborted)
      .then(() => noteSuccess('purger'))
      .catch((error) => logger.warn({ err: error }, 'projects were not destroyed'))
    await endLapsedTests(database).catch((error) =>
      logger.warn({ err: error }, 'tests of the sign-in were not ended'),
    )
    await endLapsedMoves(database).catch((error) =>
      logger.warn({ err: error }, 'keys of other instances were not removed'),
    )
    await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** A stopped process scheduled the deletion of these projects. */
export async function enqueueLeftNotices(
  { database, baseUrl }: Pick<PurgerOptions, 'database' | 'baseUrl'>,
  stopped: () => boolean = () => false,
): Promise<void> {
  const left = await database.rows<{ id: string }>(
    sql`SELECT id FROM projects WHERE logout_cursor IS NOT NULL ORDER BY deletion_scheduled_at, id`,
  )
  for (const { id } of left) await enqueueDueNotices(database, id, baseUrl, stopped)
}

/** A project whose destruction fails does not stop the others. */
export async function purgeDue(
  database: Transactor,
  logger: Logger,
  stopped: () => boolean = () => false,
): Promise<void> {
  while (!stopped() && (await database.transaction(beginNext)));
  const begun = await database.rows<{ id: string }>(
    sql`SELECT id FROM projects WHERE purge_started_at IS NOT NULL ORDER BY purge_started_at, id`,
  )
  for (const { id } of begun)
    await destroy(database, id, stopped).catch((error) =>
      logger.warn({ err: error, projectId: id }, 'a project was not destroyed'),
    )
}

/** Only one replica writes the audit entry, before the destruction starts. */
async function beginNext(tx: Executor): Promise<boolean> {
  const [due] = await tx.rows<{ id: string; teamId: string; name: string }>(sql`
    SELECT id, team_id AS "teamId", name FROM projects
    WHERE purge_at <= now() AND deletion_scheduled_at IS NOT NULL AND purge_started_at IS NULL
    ORDER BY purge_at, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`)
  if (!due) return false
  const detail = { name: due.name, unattended: true }
  const target = { id: due.id, actor: actors.instance(), detail }
  await recordAudit(tx, toRecord(operations.project_purge, null, due, target))
  await beginDestruction(tx, due.id)
  return true
}
