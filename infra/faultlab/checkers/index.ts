import type { Ledger } from '../ledger.ts'
import { lostChanges, unattemptedEntries, unauditedChanges } from './changes.ts'
import { missingNotices, undrainedOutbox, wrongFaultCounts } from './delivery.ts'
import type { ObservedState } from './observed.ts'
import { doubleRedemptions, revivedTokens } from './tokens.ts'

type Checker = (ledger: Ledger, observed: ObservedState) => string[]

/** Promises that must hold after every fault. */
export const checkers: Readonly<Record<string, Checker>> = {
  'every acknowledged change is there': lostChanges,
  'each change has one audit entry': unauditedChanges,
  'no audit entry without an attempt': unattemptedEntries,
  'nothing is redeemed twice': doubleRedemptions,
  'a revoked token never works again': revivedTokens,
  'applications are notified of each end': missingNotices,
  'defects are counted exactly': wrongFaultCounts,
  'the outbox is drained': undrainedOutbox,
}

export const violations = (ledger: Ledger, observed: ObservedState): string[] =>
  Object.entries(checkers).flatMap(([promise, check]) =>
    check(ledger, observed).map((violation) => `${promise}: ${violation}`),
  )
