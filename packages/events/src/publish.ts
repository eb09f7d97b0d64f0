import { traceHeaders } from '@signet/runtime'
import { headers, type NatsConnection } from 'nats'
import type { Nats } from './connect.ts'
import type { DurableEvent } from './define.ts'
import { ensureStreams } from './streams.ts'

const ACK_TIMEOUT_MS = 2_000

const encoder = new TextEncoder()

/** Stores once per id within the duplicate window. Resolves at the server's PubAck. */
export async function store(
  connection: NatsConnection,
  message: { id: string; subject: string; payload: unknown; traceparent?: string | null },
): Promise<void> {
  const { id, subject, payload, traceparent = traceHeaders().traceparent } = message
  const body = encoder.encode(JSON.stringify(payload))
  const carried = headers()
  if (traceparent) carried.set('traceparent', traceparent)
  await connection
    .jetstream()
    .publish(subject, body, { msgID: id, timeout: ACK_TIMEOUT_MS, headers: carried })
}

/**
 * Publishes without the outbox, for messages that must not depend on the database (faults). Rejects while NATS is unreachable or does
 * not confirm within 2 s; the caller then keeps or counts the message. Repeats with the same `id` are stored once.
 */
export async function publish<Payload extends Record<string, unknown>>(
  nats: Nats,
  event: DurableEvent<Payload>,
  id: string,
  payload: Payload,
): Promise<void> {
  const { connection } = nats
  if (connection === undefined) throw new Error('NATS is not connected.')
  const checked = event.payload.parse(payload)
  await store(connection, {
    id,
    subject: event.subjectFor(checked),
    payload: checked,
  })
}

/** Called after a failed publish or pull, because the server may have lost its store. Never throws. */
export async function restoreStreams(connection: NatsConnection, { replicas }: Nats): Promise<void> {
  try {
    await ensureStreams(connection, replicas)
  } catch {
    // NATS is unreachable; the next attempt declares them again.
  }
}
