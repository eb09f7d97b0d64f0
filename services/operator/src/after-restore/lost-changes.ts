import { auditEntry, type Nats, type PayloadOf, replay } from '@signet/events'

export type LostChange = PayloadOf<typeof auditEntry>

const connectMs = 10_000
const toleranceMs = 60_000

/**
 * Lists audit entries that were published after the restore point: an administrator has to repeat these changes, for example a secret
 * rotation or a lock. NATS keeps the entries for 90 days.
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
