import { createFaults, type FaultOccurrence, type Faults, type Logger } from '@signet/runtime'

/** Sends faults to a list instead of NATS. */
export function collectFaults(
  service: string,
  logger: Logger,
): { readonly faults: Faults; readonly occurrences: readonly FaultOccurrence[] } {
  const occurrences: FaultOccurrence[] = []
  const transport = {
    send: async (occurrence: FaultOccurrence) => void occurrences.push(occurrence),
    sendDropped: async () => undefined,
  }
  return { occurrences, faults: createFaults({ service, logger, transport, queueDepth: 1000 }) }
}
