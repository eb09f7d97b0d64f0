import { DeliverPolicy, type NatsConnection } from 'nats'
import type { DurableEvent } from './define.ts'
import { parse } from './signal.ts'

const waitMs = 1_000
const together = 500

/** Reads in order, until no event arrives for a second. */
export async function* replay<Payload extends Record<string, unknown>>(
  connection: NatsConnection,
  event: DurableEvent<Payload>,
  since: Date,
): AsyncGenerator<Payload> {
  const consumer = await connection.jetstream().consumers.get(event.stream, {
    filterSubjects: event.pattern,
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: since.toISOString(),
  })
  for (let found = together; found === together; ) {
    found = 0
    for await (const message of await consumer.fetch({ max_messages: together, expires: waitMs })) {
      found += 1
      const payload = event.payload.safeParse(parse(message.string()))
      if (payload.success) yield payload.data
    }
  }
}
