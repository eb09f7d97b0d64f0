import { createHash } from 'node:crypto'
import { type Executor, sql } from '@signet/db'

interface Span {
  /** Inclusive; null for the first partition. */
  readonly from: Date | null
  /** Exclusive. */
  readonly to: Date
}

/** A closed month, or the partition before all months. */
export interface Partition extends Span {
  readonly name: string
}

const pageSize = 2_000

/**
 * Lists partitions that get no more entries, the oldest first. A transaction that began in a month is committed at most a day after it.
 */
export const closedPartitions = (executor: Executor): Promise<Partition[]> =>
  executor.rows<Partition>(sql`
    SELECT name, lower AS "from", upper AS "to" FROM signet_audit.partitions
    WHERE upper < now() - interval '1 day' ORDER BY upper`)

export const expiredPartitions = (executor: Executor, months: number): Promise<Partition[]> =>
  executor.rows<Partition>(sql`
    SELECT name, lower AS "from", upper AS "to" FROM signet_audit.partitions
    WHERE upper < now() - make_interval(months => ${months}::int) ORDER BY upper`)

export interface Content {
  readonly sha256: string
  readonly entries: number
  readonly firstId: string | null
  readonly lastId: string | null
}

/**
 * Reads every entry as one line of JSON with the names of `audit_list`, oldest first. The database builds the lines, so that an entry
 * always has the same line. An entry without a stored actor name has no member for it, like the line of an earlier release.
 */
export async function readEntries(
  executor: Executor,
  span: Span,
  take: (lines: string) => Promise<unknown> | undefined,
): Promise<Content> {
  const digest = createHash('sha256')
  let [entries, firstId, last]: [number, string | null, { at: Date; id: string } | undefined] = [
    0,
    null,
    undefined,
  ]
  for (;;) {
    const page = await pageAfter(executor, span, last)
    last = page.at(-1) ?? last
    if (page.length === 0) break
    const lines = page.map(({ line }) => `${line}\n`).join('')
    digest.update(lines)
    await take(lines)
    entries += page.length
    firstId ??= page[0]?.id ?? null
  }
  return { sha256: digest.digest('hex'), entries, firstId, lastId: last?.id ?? null }
}

const pageAfter = (executor: Executor, { from, to }: Span, last?: { at: Date; id: string }) =>
  executor.rows<{ at: Date; id: string; line: string }>(sql`
    SELECT e.at, e.id, 
      CASE WHEN e.actor_name IS NULL THEN row_to_json(entry) ELSE row_to_json(named) END::text AS line
    FROM audit_entries e, LATERAL (
      SELECT e.id, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, e.actor, e.action,
        e.target_type AS "targetType", e.target_id AS "targetId", e.target_scope AS "targetScope", e.surface,
        e.client_id AS "clientId", e.project_id AS "projectId", e.connection_id AS "connectionId", e.kid, e.detail
    ) entry, LATERAL (SELECT entry.*, e.actor_name AS "actorNameThen") named
    WHERE e.at >= ${from ?? '-infinity'}::timestamptz AND e.at < ${to} AND (e.at, e.id) > (${last?.at ?? '-infinity'}::timestamptz, ${last?.id ?? ''})
    ORDER BY e.at, e.id LIMIT ${pageSize}`)
