import { accountNameRule, isAccountName, isClaimName, isReservedOfAccounts } from '@signet/contracts'
import { isPlainAddress, refuse, refuseValue } from '@signet/runtime'
import { checkStandardClaims } from './claim-rules.ts'

export const isOwnClaim = (name: string): boolean => isClaimName(name) && !isReservedOfAccounts(name)

export async function checkClaims(claims: Readonly<Record<string, unknown>>): Promise<void> {
  const unnamed = Object.keys(claims).find((name) => !isClaimName(name))
  if (unnamed !== undefined) refuseValue(`claims.${unnamed}`, 'cannot be the name of a claim')
  const reserved = Object.keys(claims).find(isReservedOfAccounts)
  if (!reserved) return checkStandardClaims(claims)
  const path = `claims.${reserved}`
  refuse('claim_reserved', {
    detail: `${path} is a claim of the protocol.`,
    errors: [{ path, message: 'is a claim of the protocol' }],
  })
}

export function checkEmail(email: string): void {
  if (!isPlainAddress(email)) refuseValue('email', 'must be an e-mail address')
  if (!isAccountName(email)) refuseValue('email', accountNameRule)
}
