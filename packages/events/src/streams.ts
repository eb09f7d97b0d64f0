import {
  DiscardPolicy,
  type NatsConnection,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from 'nats'
import { type StreamName, streamNames, subjectsOfStreams } from './names.ts'
import { detachStream, moveMessages } from './replace-stream.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MIB = 1024 * 1024

type StreamFacts = Pick<StreamConfig, 'retention' | 'discard' | 'max_bytes' | 'max_age'>

const workQueue = {
  retention: RetentionPolicy.Workqueue,
  discard: DiscardPolicy.New,
  max_age: 0,
} as const

/**
 * JetStream only transports: the record is in PostgreSQL. A stream with limits has any number of consumers and drops its oldest
 * messages when full; a work queue has one consumer and rejects new messages when full, which the publisher counts or keeps.
 */
const streams = {
  AUDIT: {
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_bytes: 1024 * MIB,
    max_age: nanos(90 * DAY_MS),
  },
  LOGOUT: { ...workQueue, max_bytes: 256 * MIB },
  CIBA: { ...workQueue, max_bytes: 64 * MIB },
  FAULTS: {
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_bytes: 256 * MIB,
    // Shorter than the retention of the inbox, so that a newly created consumer repeats no effect.
    max_age: nanos(6 * DAY_MS),
  },
} satisfies Record<StreamName, StreamFacts>

/** NATS rejects a second consumer of a work queue's subject. */
export const isWorkQueue = (stream: StreamName): boolean =>
  streams[stream].retention === RetentionPolicy.Workqueue

/** Key: the successor in this release. NATS cannot change the retention of a work queue. */
const replaced: Partial<Record<StreamName, string>> = { FAULTS: 'FAULT' }

const DUPLICATE_WINDOW_MS = 10 * 60 * 1000

/**
 * Creates and updates the streams; safe to run at any time and concurrently.
 * @param replicas of each stream in a cluster; undefined leaves each stream unchanged
 */
export async function ensureStreams(connection: NatsConnection, replicas?: number): Promise<void> {
  const manager = await connection.jetstreamManager()
  const present = new Set<string>()
  for await (const name of manager.streams.names()) present.add(name)
  for (const name of streamNames) {
    const config = {
      ...streams[name],
      subjects: subjectsOfStreams[name],
      storage: StorageType.File,
      duplicate_window: nanos(DUPLICATE_WINDOW_MS),
      ...(replicas !== undefined && { num_replicas: replicas }),
    }
    const old = replaced[name]
    const hasOld = old !== undefined && present.has(old)
    if (hasOld) await detachStream(manager, old)
    // Succeeds when another process has created the stream with the same configuration.
    if (present.has(name)) await manager.streams.update(name, config)
    else await manager.streams.add({ name, ...config })
    if (hasOld) await moveMessages(connection, manager, old)
  }
}
