import {
  DiscardPolicy,
  type JetStreamManager,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from 'nats'

const DAY_MS = 24 * 60 * 60 * 1000
const MIB = 1024 * 1024

type StreamFacts = Pick<StreamConfig, 'retention' | 'discard' | 'max_bytes' | 'max_age'>

/**
 * JetStream only carries: the record is in PostgreSQL (R10). AUDIT is there to be read by many and loses its oldest;
 * the work queues refuse new messages when full, which the sender notices and counts or keeps.
 */
const streams = {
  AUDIT: {
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_bytes: 1024 * MIB,
    max_age: nanos(90 * DAY_MS),
  },
  LOGOUT: {
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.New,
    max_bytes: 256 * MIB,
    max_age: 0,
  },
  CIBA: {
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.New,
    max_bytes: 64 * MIB,
    max_age: 0,
  },
  FAULT: {
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.New,
    max_bytes: 256 * MIB,
    max_age: 0,
  },
} satisfies Record<string, StreamFacts>

export type StreamName = keyof typeof streams

const DUPLICATE_WINDOW_MS = 10 * 60 * 1000

/** Brings the streams to what this release declares; safe to run at any time and by several processes at once. */
export async function ensureStreams(manager: JetStreamManager): Promise<void> {
  const present = new Set<string>()
  for await (const name of manager.streams.names()) present.add(name)
  for (const [name, facts] of Object.entries(streams)) {
    const config = {
      ...facts,
      subjects: [`signet.${name.toLowerCase()}.>`],
      storage: StorageType.File,
      duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    }
    // Adding a stream that another process made meanwhile with the same configuration succeeds.
    if (present.has(name)) await manager.streams.update(name, config)
    else await manager.streams.add({ name, ...config })
  }
}
