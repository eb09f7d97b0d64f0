import { createFaults, type Faults, type Logger, type OriginLevel } from '@signet/runtime'
import type { Nats } from './connect.ts'
import type { DurableEvent } from './define.ts'
import { publish } from './publish.ts'
import { onSignal } from './signal.ts'
import { faultOccurred, faultsDropped, faultsRecorded } from './subjects.ts'

interface FaultOptions {
  readonly service: string
  readonly nats: Nats
  readonly logger: Logger
  /** Setting errorStore.queueDepth. */
  readonly queueDepth: number
  readonly release?: string
  readonly originLevel?: () => Promise<OriginLevel>
  /** Milliseconds without a recorded effect. */
  readonly republishAfterMs?: number
}

/**
 * Faults are sent over NATS instead of the database, which may be the failing part. The reference is the message's id, so that a
 * message sent twice is counted once.
 */
export function startFaults({ nats, republishAfterMs, ...options }: FaultOptions): Faults {
  const { queueDepth, service } = options
  const unrecorded = keepUntilRecorded({ nats, limit: queueDepth, republishAfterMs })
  const faults = createFaults({
    ...options,
    transport: {
      send: (occurrence) => unrecorded.publish(faultOccurred, occurrence.reference, { ...occurrence }),
      sendDropped: (id, count) => unrecorded.publish(faultsDropped, id, { service, count }),
      onReady: (listener) => void nats.onConnected(listener),
    },
  })
  return {
    capture: faults.capture,
    async close() {
      await faults.close()
      unrecorded.close()
    },
  }
}

interface UnrecordedFault {
  readonly publishAgain: () => Promise<void>
  /** Clock of performance.now(). */
  at: number
}

interface KeepOptions {
  readonly nats: Nats
  readonly limit: number
  readonly republishAfterMs: number | undefined
}

/**
 * Keeps each message until the error store has recorded it, because faults have no outbox row and NATS may lose its store. Publishes
 * kept messages again after a reconnect and after a timeout. Beyond the limit, drops the oldest.
 */
function keepUntilRecorded({ nats, limit, republishAfterMs = 30_000 }: KeepOptions) {
  const kept = new Map<string, UnrecordedFault>()
  const stopListening = onSignal(nats, faultsRecorded, ({ ids }) => {
    for (const id of ids) kept.delete(id)
  })
  const republish = async (olderThanMs: number): Promise<void> => {
    const before = performance.now() - olderThanMs
    for (const one of [...kept.values()].filter(({ at }) => at <= before)) {
      one.at = performance.now()
      await one.publishAgain()
    }
  }
  // A failed publication is repeated at the next interval.
  const stopFollowing = nats.onConnected(() => void republish(0).catch(() => undefined))
  const timer = setInterval(() => void republish(republishAfterMs).catch(() => undefined), republishAfterMs)
  timer.unref()
  return {
    async publish<Payload extends Record<string, unknown>>(
      event: DurableEvent<Payload>,
      id: string,
      payload: Payload,
    ): Promise<void> {
      const publishAgain = () => publish(nats, event, id, payload)
      // The effect may be recorded before the server's confirmation is read.
      kept.set(id, { publishAgain, at: performance.now() })
      const [oldest] = kept.keys()
      if (kept.size > limit && oldest !== undefined) kept.delete(oldest)
      await publishAgain()
    },
    close() {
      clearInterval(timer)
      stopFollowing()
      stopListening()
    },
  }
}
