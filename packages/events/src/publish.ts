import { traceHeaders } from '@signet/runtime'
import { headers, type NatsConnection } from 'nats'
import type { Nats } from './connect.ts'
import type { DurableEvent } from './define.ts'
import { ensureStreams } from './streams.ts'

const ACK_TIMEOUT_MS = 2_000

const encoder = new TextEncoder()

/** Stores one message in its stream, once per id within the duplicate window; resolves at the server's PubAck. */
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
 * Publishes without the outbox, for what must not depend on the database (faults). Rejects while NATS is away or does
 * not confirm within 2 s: the caller keeps or counts it. `id` makes repeats one message.
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

/** After a failed publish or pull: the stream may be gone with the server's store. Never throws. */
export async function restoreStreams(connection: NatsConnection, { replicas }: Nats): Promise<void> {
  try {
    await ensureStreams(connection, replicas)
  } catch {
    // Not reachable now; the next attempt comes by here again.
  }
}
