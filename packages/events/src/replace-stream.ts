import { type JetStreamManager, type NatsConnection, NatsError } from 'nats'

/** JetStream's codes for a stream and a message that are not there. */
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

/** Takes the subjects of a stream away, so that its successor can have them. Senders in between are refused and retry. */
export async function detachStream(manager: JetStreamManager, name: string): Promise<void> {
  await ignoring(NO_STREAM, manager.streams.update(name, { subjects: [`signet.replaced.${name}`] }))
}

/**
 * Publishes what is left in a detached stream again, for its successor, and deletes the stream when everything is
 * stored there. Ended at any point it begins again; consumers and the duplicate window recognize repeats by their id.
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
