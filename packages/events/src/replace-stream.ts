import { type JetStreamManager, type NatsConnection, NatsError } from 'nats'

const NO_STREAM = 10_059
const NO_MESSAGE = 10_037

const ignoring = async <T>(code: number, work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.err_code === code) return undefined
    throw error
  }
}

/** Frees the subjects for the successor. Publishers in between are rejected and retry. */
export async function detachStream(manager: JetStreamManager, name: string): Promise<void> {
  await ignoring(NO_STREAM, manager.streams.update(name, { subjects: [`signet.replaced.${name}`] }))
}

/**
 * Publishes the remaining messages of a detached stream again for its successor, then deletes the stream. Can be interrupted and
 * repeated; consumers and the duplicate window recognize repeats by their id.
 */
export async function moveMessages(
  connection: NatsConnection,
  manager: JetStreamManager,
  name: string,
): Promise<void> {
  const info = await ignoring(NO_STREAM, manager.streams.info(name))
  if (info === undefined) return
  const { first_seq, last_seq, messages } = info.state
  for (let seq = first_seq; messages > 0 && seq <= last_seq; seq += 1) {
    const message = await ignoring(NO_MESSAGE, manager.streams.getMessage(name, { seq }))
    if (message === undefined) continue
    const msgID = message.header.get('Nats-Msg-Id') || `${name}-${seq}`
    await connection.jetstream().publish(message.subject, message.data, { msgID })
  }
  await ignoring(NO_STREAM, manager.streams.delete(name))
}
