import type { Ledger } from '../ledger.ts'
import type { ObservedState } from './observed.ts'

/** Finds codes and refresh tokens that were redeemed twice, and grants with two valid tokens. */
export function doubleRedemptions(ledger: Ledger, observed: ObservedState): string[] {
  const redeemed = new Map<string, number>()
  for (const { token, outcome } of ledger.redemptions)
    if (outcome === 'done') redeemed.set(token, (redeemed.get(token) ?? 0) + 1)
  return [
    ...[...redeemed]
      .filter(([, count]) => count > 1)
      .map(([token, count]) => `${token} was redeemed ${count} times.`),
    ...observed.liveTokens
      .filter(({ count }) => count > 1)
      .map(({ grant, count }) => `The grant ${grant} has ${count} refresh tokens that work.`),
  ]
}

/** Finds revoked tokens that a replica accepted later. */
export function revivedTokens(ledger: Ledger): string[] {
  const revokedAt = new Map(ledger.revocations.map(({ token, at }) => [token, at]))
  return ledger.uses
    .filter(({ token, at, outcome }) => outcome === 'done' && at > (revokedAt.get(token) ?? Infinity))
    .map(({ token, replica }) => `${token} worked at ${replica} after it was revoked.`)
}
