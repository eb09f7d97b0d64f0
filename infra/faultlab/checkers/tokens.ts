import type { Ledger } from '../ledger.ts'
import type { Observed } from './observed.ts'

/** No code and no refresh token is redeemed twice, and a grant never has two tokens that work. */
export function doubleRedemptions(ledger: Ledger, observed: Observed): string[] {
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

/** What was revoked never works again, whichever replica is asked. */
export function revivedTokens(ledger: Ledger): string[] {
  const revokedAt = new Map(ledger.revocations.map(({ token, at }) => [token, at]))
  return ledger.uses
    .filter(({ token, at, outcome }) => outcome === 'done' && at > (revokedAt.get(token) ?? Infinity))
    .map(({ token, replica }) => `${token} worked at ${replica} after it was revoked.`)
}
