import { type Executor, sql } from '@signet/db'

export interface DeliveryState {
  /** The effect is recorded already: this is a repeat. */
  processed: boolean
  /** The event as its cause committed it; null when its outbox row is gone, or when it had none. */
  committed: { readonly subject: string; readonly payload: unknown; readonly age: number } | null
}

/** Reads in one statement whether the effect is recorded and what the outbox row of the event contains. Ages in milliseconds. */
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
 * Records the effect in its own transaction. False when it was recorded before: then nothing may be done again. A mark that
 * is there already is locked, which is written: PostgreSQL answers after its standby has that write, and the mark before it.
 */
export async function markProcessed(tx: Executor, consumer: string, eventId: string): Promise<boolean> {
  const inserted = await tx.run(sql`
    INSERT INTO inbox AS i (consumer, event_id) VALUES (${consumer}, ${eventId})
    ON CONFLICT (consumer, event_id) DO UPDATE SET at = i.at WHERE false`)
  return inserted === 1
}

/**
 * Whether the record of an effect is there to stay, by a write: one that can be read may be of a commit that no standby has,
 * because the wait for it was cut off, and is then lost with the primary.
 */
export const keepsMark = async (executor: Executor, consumer: string, eventId: string): Promise<boolean> =>
  (await executor.run(sql`
    UPDATE inbox SET at = at WHERE consumer = ${consumer} AND event_id = ${eventId}`)) === 1

/** Deletes marks older than any stream redelivers; answers how many, at most `limit`. */
export const sweepInbox = (executor: Executor, limit = 1_000): Promise<number> =>
  executor.run(
    sql`DELETE FROM inbox WHERE (consumer, event_id) IN (
      SELECT consumer, event_id FROM inbox WHERE at < now() - interval '7 days' LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
  )
