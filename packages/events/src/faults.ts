import { createFaults, type Faults, type Logger } from '@signet/runtime'
import type { Nats } from './connect.ts'
import { publish } from './publish.ts'
import { faultOccurred, faultsDropped } from './subjects.ts'

interface FaultOptions {
  readonly service: string
  readonly nats: Nats
  readonly logger: Logger
  /** Setting errorStore.queueDepth. */
  readonly queueDepth: number
  readonly release?: string
}

/**
 * Fault capture that reaches the error store over NATS, past the database: it may be the database that fails. The
 * reference is the message's id, so an occurrence that is sent again is counted once.
 */
export const startFaults = ({ nats, ...options }: FaultOptions): Faults =>
  createFaults({
    ...options,
    transport: {
      send: (occurrence) => publish(nats, faultOccurred, occurrence.reference, { ...occurrence }),
      sendDropped: (id, count) => publish(nats, faultsDropped, id, { service: options.service, count }),
    },
  })
