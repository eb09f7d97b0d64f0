import type { Ledger } from '../ledger.ts'
import type { ObservedState } from './observed.ts'

/**
 * Finds codes and refresh tokens that were redeemed for different tokens, and grants with two valid tokens. A refresh token that its
 * client repeats within the reuse window returns the same successor.
 */
export function doubleRedemptions(ledger: Ledger, observed: ObservedState): string[] {
  const redeemed = new Map<string, Set<string>>()
  for (const { token, outcome, granted } of ledger.redemptions)
    if (outcome === 'done') redeemed.set(token, (redeemed.get(token) ?? new Set()).add(granted))
  return [
    ...[...redeemed]
      .filter(([, { size }]) => size > 1)
      .map(([token, { size }]) => `${token} was redeemed for ${size} different tokens.`),
    ...observed.liveTokens
      .filter(({ count }) => count > 1)
      .map(({ grant, count }) => `The grant ${grant} has ${count} refresh tokens that work.`),
  ]
}

export function revivedTokens(ledger: Ledger): string[] {
  const revokedAt = new Map(ledger.revocations.map(({ token, at }) => [token, at]))
  return ledger.uses
    .filter(({ token, at, outcome }) => outcome === 'done' && at > (revokedAt.get(token) ?? Infinity))
    .map(({ token, replica }) => `${token} worked at ${replica} after it was revoked.`)
}
