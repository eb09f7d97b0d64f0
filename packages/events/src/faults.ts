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
  /** How long an effect is waited for before its message is published again. Milliseconds. */
  readonly republishAfterMs?: number
}

/**
 * Fault capture that reaches the error store over NATS, past the database: it may be the database that fails. The
 * reference is the message's id, so an occurrence that is sent again is counted once.
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

interface Unrecorded {
  readonly publishAgain: () => Promise<void>
  /** When it was last published, on the clock of performance.now(). */
  at: number
}

interface KeepOptions {
  readonly nats: Nats
  readonly limit: number
  readonly republishAfterMs: number | undefined
}

/**
 * A stored message is lost with the store of NATS, and faults have no outbox row. So the sender keeps each message until
 * the error store has recorded it, and publishes it again after a reconnect or when that takes long. Beyond the limit the
 * oldest are left to the stream.
 */
function keepUntilRecorded({ nats, limit, republishAfterMs = 30_000 }: KeepOptions) {
  const kept = new Map<string, Unrecorded>()
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
  // What fails is published at the next occasion.
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
      // Before it is published: its effect may be recorded before the server's answer is read.
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
