import { checkStandardClaims } from '@signet/accounts'
import { accountNameRule, isAccountName, isClaimName, isReservedOfAccounts, limits } from '@signet/contracts'
import { isPlainAddress, refuse, refuseValue } from '@signet/runtime'
import type { Administrator } from '../../caller.ts'
import type { ProjectRow } from '../../projects/row.ts'

/** Returns whether an account can store a claim with this name. */
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

/** Refuses a change of an account that a directory manages. */
export function refuseManaged(user: { readonly connectionId: string | null }): void {
  if (user.connectionId) refuse('user_managed')
}

/** Refuses to end the caller's own access. Administrators do that on their account page (concepts.md, "Authentication"). */
export function refuseOwnAccount(caller: Administrator, project: ProjectRow, userId: string): void {
  if (project.reserved && caller.accountId === userId) refuse('own_account')
}

/** Requires the longer password of administrators in every operation that sets one. */
export function checkPasswordLength(
  project: { readonly reserved: string | null },
  password: string | undefined,
): void {
  const { min } = limits.administratorPasswordCharacters
  if (project.reserved && password !== undefined && password.length < min)
    refuseValue('password', `must have at least ${min} characters`)
}
