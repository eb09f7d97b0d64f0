import { auditEntry, type Nats, type PayloadOf, replay } from '@signet/events'

export type LostChange = PayloadOf<typeof auditEntry>

/** How long a server that is away is waited for. */
const connectMs = 10_000
const toleranceMs = 60_000

/**
 * Audit entries that were announced after the restore point: what an administrator has to do once more, such as rotating a
 * secret or locking an account. NATS keeps them for 90 days.
 */
export async function changesLost(nats: Nats, restoredTo: Date | null): Promise<LostChange[]> {
  const connection = await nats.connected(AbortSignal.timeout(connectMs))
  // The clocks of two machines may differ.
  const since = new Date((restoredTo?.getTime() ?? toleranceMs) - toleranceMs)
  const lost: LostChange[] = []
  for await (const entry of replay(connection, auditEntry, since))
    if (restoredTo === null || new Date(entry.at) > restoredTo) lost.push(entry)
  return lost
}
