import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type Logger, watch } from '@signet/runtime'
import { type ConnectionOptions, connect, Events, type NatsConnection } from 'nats'
import { type NatsCredentials, natsOptions } from './credentials.ts'
import { inboxPrefix } from './permissions.ts'
import { type RepeatedFailure, repeatedFailure } from './repeated-failure.ts'
import { ensureStreams } from './streams.ts'

export interface ConnectNatsOptions {
  /** One, or several separated by commas. */
  url: string
  /** Absent for a server without authentication. */
  credentials?: NatsCredentials
  /** Shown in the server's connection list. */
  name: string
  /** Undefined leaves each stream of a cluster unchanged. */
  replicas?: number | undefined
  /** Creates and updates the streams after every connect; default true. Commands only read them. */
  declaresStreams?: boolean
  logger?: Logger
}

/** Reconnects by itself: services start and run while NATS is unreachable. */
export interface Nats {
  /** Undefined while the server is unreachable. */
  readonly connection: NatsConnection | undefined
  readonly replicas: number | undefined
  /** Rejects when the signal aborts or after `close`. */
  connected(signal: AbortSignal): Promise<NatsConnection>
  /** Called now if connected, and after every connect or reconnect. */
  onConnected(listener: (connection: NatsConnection) => void): () => void
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 2_000
const RETRY_MS = 500

/** Connects in the background and returns immediately. The streams are declared after every connect. */
export function connectNats(options: ConnectNatsOptions): Nats {
  const stop = new AbortController()
  const changes = new EventEmitter().setMaxListeners(0)
  let connection: NatsConnection | undefined

  function up(live: NatsConnection): void {
    options.logger?.info('connected to NATS')
    connection = live
    changes.emit('connected', live)
  }

  async function follow(live: NatsConnection): Promise<void> {
    for await (const { type } of live.status())
      if (type === Events.Disconnect) {
        connection = undefined
        options.logger?.warn('the connection to NATS was lost; reconnecting')
      } else if (type === Events.Reconnect) await prepare(live, options, up)
  }

  const servers = natsOptions(options.url, options.credentials)
  const failure = repeatedFailure(
    options.logger,
    'NATS cannot be reached, or refuses this service; messages wait',
  )

  async function keepUp(): Promise<void> {
    while (!stop.signal.aborted) {
      const live = await tryConnect(options.name, servers, failure)
      if (live === undefined) await rest(stop.signal)
      else if (stop.signal.aborted) await live.close()
      else {
        stop.signal.addEventListener('abort', () => void live.close(), {
          once: true,
        })
        await prepare(live, options, up)
        void follow(live)
        // Resolves only after `close`, or when the server rejected the credentials permanently.
        await live.closed()
        connection = undefined
      }
    }
  }

  const done = keepUp()
  const unwatch = watch('signet_nats_connected', () => [{ labels: {}, value: connection ? 1 : 0 }])
  return {
    replicas: options.replicas,
    get connection() {
      return connection
    },
    async connected(signal) {
      if (connection !== undefined) return connection
      const [live] = await once(changes, 'connected', {
        signal: AbortSignal.any([signal, stop.signal]),
      })
      return live
    },
    onConnected(listener) {
      changes.on('connected', listener)
      if (connection !== undefined) listener(connection)
      return () => void changes.off('connected', listener)
    },
    async close() {
      unwatch()
      stop.abort()
      await done
    },
  }
}

async function tryConnect(
  name: string,
  options: ConnectionOptions,
  failure: RepeatedFailure,
): Promise<NatsConnection | undefined> {
  try {
    const live = await connect({
      ...options,
      name: `signet ${name}`,
      inboxPrefix: inboxPrefix(name),
      timeout: CONNECT_TIMEOUT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RETRY_MS,
      pingInterval: 10_000,
    })
    failure.succeeded()
    return live
  } catch (error) {
    failure.failed(error)
    return undefined
  }
}

/** A server that lost its store has lost the streams too. Publishers and consumers detect failures and retry. */
async function prepare(
  live: NatsConnection,
  { replicas, declaresStreams = true }: ConnectNatsOptions,
  up: (live: NatsConnection) => void,
): Promise<void> {
  try {
    if (declaresStreams) await ensureStreams(live, replicas)
  } catch {
    // JetStream may still be starting: code that needs a stream declares it again after a failure.
  }
  if (!live.isClosed()) up(live)
}

const rest = (signal: AbortSignal): Promise<void> =>
  pause(RETRY_MS, undefined, { signal }).catch(() => undefined)
