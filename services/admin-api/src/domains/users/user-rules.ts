import { limits } from '@signet/contracts'
import { refuse, refuseValue } from '@signet/runtime'
import type { Administrator } from '../../caller.ts'
import type { ProjectRow } from '../../projects/row.ts'

export function refuseManaged(user: { readonly connectionId: string | null }): void {
  if (user.connectionId) refuse('user_managed')
}

/** Administrators end their own access on their account page (concepts.md, "Authentication"). */
export function refuseOwnAccount(caller: Administrator, project: ProjectRow, userId: string): void {
  if (project.reserved && caller.accountId === userId) refuse('own_account')
}

/** Every operation that sets a password requires the longer one of administrators. */
export function checkPasswordLength(
  project: { readonly reserved: string | null },
  password: string | undefined,
): void {
  const { min } = limits.administratorPasswordCharacters
  if (project.reserved && password !== undefined && password.length < min)
    refuseValue('password', `must have at least ${min} characters`)
}
