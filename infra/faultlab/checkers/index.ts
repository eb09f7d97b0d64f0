import type { Ledger } from '../ledger.ts'
import { lostChanges, unattemptedEntries, unauditedChanges } from './changes.ts'
import { missingNotices, undrainedOutbox, wrongFaultCounts } from './delivery.ts'
import type { Observed } from './observed.ts'
import { doubleRedemptions, revivedTokens } from './tokens.ts'

/** A sentence for each violation, none where the promise holds. */
type Checker = (ledger: Ledger, observed: Observed) => string[]

/** What must hold after every fault, whatever it was. */
export const checkers: Readonly<Record<string, Checker>> = {
  'every acknowledged change is there': lostChanges,
  'each change has one audit entry': unauditedChanges,
  'no audit entry without an attempt': unattemptedEntries,
  'nothing is redeemed twice': doubleRedemptions,
  'what is revoked never works again': revivedTokens,
  'applications are notified of each end': missingNotices,
  'defects are counted exactly': wrongFaultCounts,
  'the outbox is drained': undrainedOutbox,
}

export const violations = (ledger: Ledger, observed: Observed): string[] =>
  Object.entries(checkers).flatMap(([promise, check]) =>
    check(ledger, observed).map((violation) => `${promise}: ${violation}`),
  )
