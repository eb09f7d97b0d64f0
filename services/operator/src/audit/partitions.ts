import { createHash } from 'node:crypto'
import { type Executor, sql } from '@signet/db'

interface Span {
  /** Inclusive; null for everything before. */
  readonly from: Date | null
  /** Exclusive. */
  readonly to: Date
}

/** A closed month, or everything before the months. */
export interface Partition extends Span {
  readonly name: string
}

const pageSize = 2_000

/** Partitions no entry comes to any more, the oldest first: what began in a month is committed a day after it. */
export const closedPartitions = (executor: Executor): Promise<Partition[]> =>
  executor.rows<Partition>(sql`
    SELECT name, lower AS "from", upper AS "to" FROM signet_audit.partitions
    WHERE upper < now() - interval '1 day' ORDER BY upper`)

/** Of those, the ones that need not be kept. */
export const expiredPartitions = (executor: Executor, months: number): Promise<Partition[]> =>
  executor.rows<Partition>(sql`
    SELECT name, lower AS "from", upper AS "to" FROM signet_audit.partitions
    WHERE upper < now() - make_interval(months => ${months}::int) ORDER BY upper`)

/** What a partition is, by its lines in their order. */
export interface Content {
  readonly sha256: string
  readonly entries: number
  readonly firstId: string | null
  readonly lastId: string | null
}

/**
 * Every entry as one line of JSON, with the names that `audit_list` answers with, oldest first. The database writes the lines,
 * so that the same entry is the same line whenever it is read. An entry without a name of its actor has no member for it: the
 * line is that of an export by an earlier release, which did not store names.
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
