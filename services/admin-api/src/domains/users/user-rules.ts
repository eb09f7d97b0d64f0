import { limits } from '@signet/contracts'
import { refuse, refuseValue } from '@signet/runtime'
import type { Administrator } from '../../caller.ts'
import type { ProjectRow } from '../../projects/row.ts'

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
