import type { Ledger } from '../ledger.ts'
import type { ObservedState } from './observed.ts'

const keyOf = ({ application, sid }: { application: string; sid: string }) => `${application} ${sid}`

/** Ended sessions whose notice no application accepted, and notices of other sessions. */
export function missingNotices(ledger: Ledger): string[] {
  const accepted = new Set(ledger.notices.filter(({ isAccepted }) => isAccepted).map(keyOf))
  const mayEnd = new Set(ledger.endings.map(keyOf))
  return [
    ...ledger.endings
      .filter((ending) => ending.outcome === 'done' && !accepted.has(keyOf(ending)))
      .map(({ application, sid }) => `${application} was not notified of the end of ${sid}.`),
    ...ledger.notices
      .filter((notice) => !mayEnd.has(keyOf(notice)))
      .map(({ application, sid }) => `${application} was notified of ${sid}, which was not ended.`),
  ]
}

/** A receiver recognises a repeat by the session. */
export function repeatedNotices(ledger: Ledger): number {
  const accepted = ledger.notices.filter(({ isAccepted }) => isAccepted)
  return accepted.length - new Set(accepted.map(keyOf)).size
}

export function wrongFaultCounts({ captured }: Ledger, { faults }: ObservedState): string[] {
  const counted = faults.recorded + faults.dropped
  return counted === captured.length
    ? []
    : [`${captured.length} defects were captured and ${counted} are counted.`]
}

export const undrainedOutbox = (_ledger: Ledger, { outbox }: ObservedState): string[] =>
  outbox === 0 ? [] : [`${outbox} events are left in the outbox.`]
