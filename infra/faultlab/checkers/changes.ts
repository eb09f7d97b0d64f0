import type { Ledger, Write, WriteAction } from '../ledger.ts'
import type { ObservedState } from './observed.ts'

type Account = ObservedState['accounts'][number]

const isApplied: Readonly<Record<WriteAction, (account: Account) => boolean>> = {
  'enduser.create': () => true,
  'enduser.lock': ({ isLocked }) => isLocked,
  'enduser.update': ({ isActive }) => !isActive,
}

function accountsBy({ accounts }: ObservedState) {
  const byName = new Map(accounts.map((account) => [account.name, account]))
  const byId = new Map(accounts.map((account) => [account.id, account]))
  return ({ action, subject }: Write): Account | undefined =>
    action === 'enduser.create' ? byName.get(subject) : byId.get(subject)
}

export function lostChanges(ledger: Ledger, observed: ObservedState): string[] {
  const accountOf = accountsBy(observed)
  return ledger.writes
    .filter((write) => {
      const account = accountOf(write)
      return write.outcome === 'done' && !(account && isApplied[write.action](account))
    })
    .map(({ action, subject }) => `${action} of ${subject} was acknowledged and is missing.`)
}

const keyOf = (action: string, target: string): string => `${action} ${target}`

function countsOf(observed: ObservedState): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { action, target } of observed.entries) {
    const key = keyOf(action, target)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

export function unauditedChanges(ledger: Ledger, observed: ObservedState): string[] {
  const accountOf = accountsBy(observed)
  const counts = countsOf(observed)
  return ledger.writes.flatMap((write) => {
    const account = accountOf(write)
    if (!account || !isApplied[write.action](account)) return []
    const count = counts.get(keyOf(write.action, account.id)) ?? 0
    return count === 1 ? [] : [`${write.action} of ${write.subject} has ${count} audit entries.`]
  })
}

/** A failed attempt may have an entry. */
export function unattemptedEntries(ledger: Ledger, observed: ObservedState): string[] {
  const accountOf = accountsBy(observed)
  const attempted = new Set(ledger.writes.map((write) => keyOf(write.action, accountOf(write)?.id ?? '')))
  const withoutAccount = new Map<string, number>()
  for (const write of ledger.writes)
    if (!accountOf(write)) withoutAccount.set(write.action, (withoutAccount.get(write.action) ?? 0) + 1)
  return observed.entries.flatMap(({ action, target }) => {
    if (attempted.has(keyOf(action, target))) return []
    const left = withoutAccount.get(action) ?? 0
    withoutAccount.set(action, left - 1)
    return left > 0 ? [] : [`The audit log has ${action} of ${target}, which was never attempted.`]
  })
}
