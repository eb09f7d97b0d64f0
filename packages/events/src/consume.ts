import { setTimeout as pause } from 'node:timers/promises'
import { type Executor, type Transactor, Unavailable } from '@signet/db'
import { count, type Logger, watch } from '@signet/runtime'
import { AckPolicy, type Consumer, type ConsumerConfig, type JsMsg, type NatsConnection, nanos } from 'nats'
import type { Nats } from './connect.ts'
import type { DurableEvent } from './define.ts'
import { type DeliveryState, deliveryState, keepsMark, markProcessed } from './inbox.ts'
import { deleteEvents, postpone } from './outbox.ts'
import { restoreStreams } from './publish.ts'
import { repeatedFailure } from './repeated-failure.ts'
import { parse } from './signal.ts'

export interface Delivery {
  eventId: string
  /** 1 for the first attempt. */
  attempt: number
  /** Milliseconds since the cause, if known. */
  age: number
}

export interface ConsumerOptions<Payload extends Record<string, unknown>> {
  database: Transactor
  nats: Nats
  event: DurableEvent<Payload>
  /** Durable: replicas with this name share the messages. Other names receive their own copies, except in a work queue. */
  name: string
  /** Work outside the database, such as a call to a relying party: at least once, in no transaction. */
  work?(payload: Payload, delivery: Delivery): Promise<void>
  /** Exactly once, committed together with its inbox row. */
  effect?(tx: Executor, payload: Payload, delivery: Delivery): Promise<void>
  /** Runs for an abandoned event, in the transaction that deletes it. */
  onDeadLetter(tx: Executor, payload: unknown, reason: string, delivery: Delivery): Promise<void>
  /** Called after the effect of an event, or its end as a dead letter, is recorded; also after every repeated delivery. */
  onRecorded?(eventId: string): void
  /** Abandons a failing event. Default: after 8 attempts. */
  isHopeless?(delivery: Delivery): boolean
  /** After the first, second… failed attempt; the last one repeats. */
  backoffMs?: readonly number[]
  /** Events processed concurrently. Default 16. */
  concurrency?: number
  logger?: Logger
}

/** A retry of `work` or `effect` cannot succeed. */
export class GiveUp extends Error {
  override name = 'GiveUp'
}

const BACKOFF_MS = [1_000, 5_000, 30_000, 120_000, 600_000]
const ATTEMPTS = 8
const ACK_WAIT_MS = 30_000
const IN_PROGRESS_EVERY_MS = 10_000
const PULL_MS = 5_000
const FAILURE_MS = 500
const FAILURE_AT_MOST_MS = 10_000

/** Survives outages of NATS and of the database. */
export function startConsumer<Payload extends Record<string, unknown>>(
  options: ConsumerOptions<Payload>,
): { close(): Promise<void> } {
  const stop = new AbortController()
  const busy = new Set<Promise<void>>()
  const { event, name, nats, logger, concurrency = 16 } = options
  if (event.consumer !== undefined && event.consumer !== name)
    throw new Error(`${event.subject} is consumed only by ${event.consumer}.`)
  const trouble = repeatedFailure(logger, 'the consumer lost its stream; trying again')
  // Starts at zero, so that the first dead letter of a process is an increase that an alert detects.
  count('signet_dead_letters_total', { consumer: name }, 0)

  // The server may have lost its store before the reconnect: ends the current pull and creates the consumer again.
  let lost = new AbortController()
  const stopFollowing = nats.onConnected(() => {
    lost.abort()
    lost = new AbortController()
  })

  async function pull(consumer: Consumer, ended: AbortSignal): Promise<void> {
    if (ended.aborted) return
    const messages = await consumer.fetch({
      max_messages: concurrency - busy.size,
      expires: PULL_MS,
    })
    const close = () => void messages.close()
    ended.addEventListener('abort', close)
    try {
      for await (const message of messages) {
        const handling = handle(options, message).finally(() => busy.delete(handling))
        busy.add(handling)
      }
    } finally {
      ended.removeEventListener('abort', close)
    }
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      let connection: NatsConnection | undefined
      try {
        connection = await nats.connected(stop.signal)
        const ended = AbortSignal.any([stop.signal, lost.signal])
        const consumer = await ensureConsumer(connection, options)
        while (!ended.aborted && nats.connection === connection) {
          if (busy.size >= concurrency) await Promise.race(busy)
          await pull(consumer, ended)
          trouble.succeeded()
        }
      } catch (error) {
        if (stop.signal.aborted) return
        const delay = Math.min(
          FAILURE_MS * 2 ** (trouble.failed(error, { consumer: name }) - 1),
          FAILURE_AT_MOST_MS,
        )
        if (connection !== undefined) await restoreStreams(connection, nats)
        const signal = AbortSignal.any([stop.signal, lost.signal])
        await pause(delay, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  const done = run()
  const unwatch = watch('signet_consumer_pending', async () => pendingOf(nats, event, name))
  return {
    async close() {
      unwatch()
      stop.abort()
      stopFollowing()
      await done
      await Promise.all(busy)
    },
  }
}

async function ensureConsumer(
  connection: NatsConnection,
  { event, name }: { event: DurableEvent; name: string },
): Promise<Consumer> {
  const manager = await connection.jetstreamManager()
  const config: Partial<ConsumerConfig> = {
    durable_name: name,
    filter_subject: event.pattern,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ACK_WAIT_MS),
    max_ack_pending: 256,
  }
  await manager.consumers.add(event.stream, config)
  return connection.jetstream().consumers.get(event.stream, name)
}

/** Empty while NATS is unreachable. */
async function pendingOf({ connection }: Nats, { stream }: DurableEvent, consumer: string) {
  if (!connection) return []
  const manager = await connection.jetstreamManager()
  const { num_pending, num_ack_pending } = await manager.consumers.info(stream, consumer)
  return [
    { labels: { consumer, state: 'undelivered' }, value: num_pending },
    { labels: { consumer, state: 'unacknowledged' }, value: num_ack_pending },
  ]
}

/** Acknowledges, postpones or abandons the message. Never throws. */
async function handle<Payload extends Record<string, unknown>>(
  options: ConsumerOptions<Payload>,
  message: JsMsg,
): Promise<void> {
  const inProgress = setInterval(() => message.working(), IN_PROGRESS_EVERY_MS)
  try {
    await process(options, message)
  } catch (error) {
    await putOff(options, message, error)
  } finally {
    clearInterval(inProgress)
  }
}

async function process<Payload extends Record<string, unknown>>(
  options: ConsumerOptions<Payload>,
  message: JsMsg,
): Promise<void> {
  const { database, event, name, work, effect } = options
  const eventId = idOf(message)
  const { processed, committed } = await deliveryState(database, name, eventId)
  if (!processed || !(await keepsMark(database, name, eventId))) {
    const delivery = {
      eventId,
      attempt: message.info.deliveryCount,
      age: committed?.age ?? storedFor(message),
    }
    if (event.processedBy === 'effect' && committed?.subject !== message.subject)
      return discard(options, message, eventId)
    const payload = event.payload.safeParse(contentOf(event, message, committed))
    if (!payload.success) return deadLetter(options, message, delivery, 'the payload does not fit its schema')
    try {
      await work?.(payload.data, delivery)
      await record(options, eventId, async (tx) => effect?.(tx, payload.data, delivery))
    } catch (error) {
      if (!isHopeless(options, error, delivery)) throw error
      return deadLetter(options, message, delivery, error instanceof Error ? error.message : String(error))
    }
  }
  options.onRecorded?.(eventId)
  // Waits for the server's confirmation, so that a repeat is rare. After a failure, the inbox makes the repeat harmless.
  await message.ackAck().catch(() => false)
}

/**
 * An event whose outbox row is kept until the effect has the payload of the row: NATS carries only the id, and a message published by
 * another program has no effect. Other events have the payload of the message.
 */
const contentOf = (event: DurableEvent, message: JsMsg, committed: DeliveryState['committed']): unknown =>
  event.processedBy === 'effect' ? committed?.payload : parse(message.string())

/** Deletes a message that has no outbox row of its id and subject. */
function discard({ name, logger }: { name: string; logger?: Logger }, message: JsMsg, eventId: string): void {
  logger?.warn(
    { consumer: name, eventId, subject: message.subject },
    'a message without an outbox row was discarded',
  )
  count('signet_messages_discarded_total', { consumer: name })
  message.term()
}

function isHopeless(
  options: { isHopeless?(delivery: Delivery): boolean },
  error: unknown,
  delivery: Delivery,
): boolean {
  if (error instanceof GiveUp) return true
  // An unavailable database is not a failure of the event.
  if (error instanceof Unavailable) return false
  return (options.isHopeless ?? (({ attempt }) => attempt >= ATTEMPTS))(delivery)
}

/** One transaction: the effect, the insert of the inbox row and the deletion of the outbox row. */
async function record<Payload extends Record<string, unknown>>(
  { database, name, event }: ConsumerOptions<Payload>,
  eventId: string,
  effect: (tx: Executor) => Promise<void> | undefined,
): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await markProcessed(tx, name, eventId))) return
    await effect(tx)
    if (event.processedBy === 'effect') await deleteEvents(tx, [eventId])
  })
}

async function deadLetter<Payload extends Record<string, unknown>>(
  options: ConsumerOptions<Payload>,
  message: JsMsg,
  delivery: Delivery,
  reason: string,
): Promise<void> {
  const facts = { consumer: options.name, ...delivery, reason, traceparent: traceOf(message) }
  options.logger?.error(facts, 'an event was abandoned')
  count('signet_dead_letters_total', { consumer: options.name })
  const { committed } = await deliveryState(options.database, options.name, delivery.eventId)
  const payload = contentOf(options.event, message, committed)
  await record(options, delivery.eventId, (tx) => options.onDeadLetter(tx, payload, reason, delivery))
  options.onRecorded?.(delivery.eventId)
  message.term()
}

async function putOff<Payload extends Record<string, unknown>>(
  options: ConsumerOptions<Payload>,
  message: JsMsg,
  error: unknown,
): Promise<void> {
  const { backoffMs = BACKOFF_MS, database, logger, name } = options
  const attempt = message.info.deliveryCount
  const delay = backoffMs[Math.min(attempt, backoffMs.length) - 1] ?? FAILURE_MS
  const facts = { consumer: name, eventId: idOf(message), attempt, delay, traceparent: traceOf(message) }
  logger?.warn({ err: error, ...facts }, 'an event failed')
  // Prevents the relay from publishing the event again in the meantime. While the database is unavailable, the relay is idle.
  await postpone(database, idOf(message), delay).catch(() => 0)
  message.nak(delay)
}

/** The outbox row's id; a message without one is identified by its position in the stream. */
const idOf = (message: JsMsg): string =>
  message.headers?.get('Nats-Msg-Id') || `${message.info.stream}-${message.info.streamSequence}`

const traceOf = (message: JsMsg): string | undefined => message.headers?.get('traceparent') || undefined

const storedFor = (message: JsMsg): number => Math.max(0, Date.now() - message.info.timestampNanos / 1e6)
