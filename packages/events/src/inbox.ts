import { type Executor, sql } from '@signet/db'

export interface DeliveryState {
  /** True for a repeat, whose effect is recorded already. */
  processed: boolean
  /** The row that the cause committed; null without one. */
  committed: { readonly subject: string; readonly payload: unknown; readonly age: number } | null
}

/** Reads the effect and the outbox row in one statement. Ages in milliseconds. */
export async function deliveryState(
  executor: Executor,
  consumer: string,
  eventId: string,
): Promise<DeliveryState> {
  const [found] = await executor.rows<DeliveryState>(
    sql`SELECT EXISTS (SELECT FROM inbox WHERE consumer = ${consumer} AND event_id = ${eventId}) AS processed,
      (SELECT jsonb_build_object('subject', subject, 'payload', payload,
          'age', (extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8)
        FROM outbox WHERE id = ${eventId}) AS committed`,
  )
  return found ?? { processed: false, committed: null }
}

/**
 * Records the effect in the effect's own transaction. ON CONFLICT DO UPDATE … WHERE false locks an existing row. The lock writes WAL,
 * so with synchronous replication the COMMIT returns only after the standby has the row.
 * @returns false when the effect was recorded before and must not be repeated
 */
export async function markProcessed(tx: Executor, consumer: string, eventId: string): Promise<boolean> {
  const inserted = await tx.run(sql`
    INSERT INTO inbox AS i (consumer, event_id) VALUES (${consumer}, ${eventId})
    ON CONFLICT (consumer, event_id) DO UPDATE SET at = i.at WHERE false`)
  return inserted === 1
}

/**
 * Proves by a write that the record of an effect is durable. A readable row can belong to a commit that no standby has received,
 * because the wait for the standby was cancelled, and would be lost with the primary.
 */
export const keepsMark = async (executor: Executor, consumer: string, eventId: string): Promise<boolean> =>
  (await executor.run(sql`
    UPDATE inbox SET at = at WHERE consumer = ${consumer} AND event_id = ${eventId}`)) === 1

/**
 * Deletes rows that are older than any redelivery.
 * @returns the number of deleted rows
 */
export const sweepInbox = (executor: Executor, limit = 1_000): Promise<number> =>
  executor.run(
    sql`DELETE FROM inbox WHERE (consumer, event_id) IN (
      SELECT consumer, event_id FROM inbox WHERE at < now() - interval '7 days' LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
  )
