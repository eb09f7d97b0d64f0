import { type Executor, type Sql, sql } from '@signet/db'
import { newTypeId, traceHeaders } from '@signet/runtime'
import type { DurableEvent } from './define.ts'

/** Part of a larger statement. Consumers de-duplicate by the returned id. */
export function outboxInsert<Payload extends Record<string, unknown>>(
  event: DurableEvent<Payload>,
  payload: Payload,
): { id: string; insert: Sql } {
  const { id, subject, payload: checked, traceparent } = toRow(event, payload)
  const insert = sql`INSERT INTO outbox (id, subject, payload, traceparent)
    SELECT ${id}::text, ${subject}::text, ${JSON.stringify(checked)}::jsonb, ${traceparent}::text`
  return { id, insert }
}

/** One text for any number of events. */
export const outboxInsertAll = <Payload extends Record<string, unknown>>(
  event: DurableEvent<Payload>,
  payloads: readonly Payload[],
): Sql => sql`INSERT INTO outbox (id, subject, payload, traceparent)
    SELECT v.id, v.subject, v.payload, v.traceparent
    FROM jsonb_to_recordset(${JSON.stringify(payloads.map((payload) => toRow(event, payload)))}::jsonb)
      AS v (id text, subject text, payload jsonb, traceparent text)`

function toRow<Payload extends Record<string, unknown>>(event: DurableEvent<Payload>, payload: Payload) {
  const checked = event.payload.parse(payload)
  const { traceparent = null } = traceHeaders()
  return { id: newTypeId('evt'), subject: event.subjectFor(checked), payload: checked, traceparent }
}

/** Inserts the event in the transaction of its cause: it is published if and only if that commits. */
export async function enqueue<Payload extends Record<string, unknown>>(
  tx: Executor,
  event: DurableEvent<Payload>,
  payload: Payload,
): Promise<string> {
  const { id, insert } = outboxInsert(event, payload)
  await tx.run(insert)
  return id
}

export interface OutboxRow {
  id: string
  subject: string
  payload: unknown
  traceparent?: string | null
}

/** Time without a recorded effect; doubles up to ten minutes. */
const REPUBLISH_AFTER_S = 60
const REPUBLISH_AFTER_AT_MOST_S = 600

/**
 * Claims the oldest rows first and marks them as published. The caller publishes them after the commit, outside of any transaction. If
 * the process ends in between, the rows become overdue and are claimed again.
 */
export const claimNew = (executor: Executor, limit: number): Promise<OutboxRow[]> =>
  claim(executor, sql`published_at IS NULL`, limit)

/** Claims rows that were published but whose effect was not recorded in time. */
export const claimOverdue = (executor: Executor, limit: number): Promise<OutboxRow[]> => {
  const delay = sql`least(${REPUBLISH_AFTER_S} * 2 ^ least(attempts - 1, 10), ${REPUBLISH_AFTER_AT_MOST_S})`
  return claim(executor, sql`published_at < clock_timestamp() - ${delay} * interval '1 s'`, limit)
}

const claim = (executor: Executor, due: ReturnType<typeof sql>, limit: number): Promise<OutboxRow[]> =>
  executor.rows<OutboxRow>(
    sql`WITH due AS (
        SELECT id FROM outbox WHERE ${due} ORDER BY created_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ), claimed AS (
        UPDATE outbox SET published_at = clock_timestamp(), attempts = attempts + 1
        WHERE id IN (SELECT id FROM due) RETURNING id, subject, payload, traceparent, created_at
      )
      SELECT id, subject, payload, traceparent FROM claimed ORDER BY created_at, id`,
  )

/** Counts up to a limit, because an outage may leave millions of events. */
export async function outboxSize(executor: Executor): Promise<number> {
  const [row] = await executor.rows<{ events: number }>(
    sql`SELECT count(*) AS events FROM (SELECT FROM outbox LIMIT 100000) counted`,
  )
  return row?.events ?? 0
}

/** Seconds since the cause of the oldest event. Each subquery reads one end of the index. */
export async function outboxAge(executor: Executor): Promise<number> {
  const [row] = await executor.rows<{ seconds: number }>(sql`
    SELECT coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS seconds FROM (
      (SELECT created_at FROM outbox WHERE published_at IS NULL ORDER BY created_at LIMIT 1) UNION ALL
      (SELECT created_at FROM outbox WHERE published_at IS NOT NULL ORDER BY published_at LIMIT 1000)) oldest`)
  return row?.seconds ?? 0
}

export const unclaim = (executor: Executor, ids: readonly string[]): Promise<number> =>
  executor.run(
    sql`UPDATE outbox SET published_at = NULL, attempts = attempts - 1 WHERE id = ANY (${ids}::text[])`,
  )

export const deleteEvents = (executor: Executor, ids: readonly string[]): Promise<number> =>
  executor.run(sql`DELETE FROM outbox WHERE id = ANY (${ids}::text[])`)

/** The event's consumer will retry by itself. */
export const postpone = (executor: Executor, id: string, delayMs: number): Promise<number> =>
  executor.run(
    sql`UPDATE outbox SET published_at = clock_timestamp() + ${delayMs} * interval '1 ms' WHERE id = ${id}`,
  )
