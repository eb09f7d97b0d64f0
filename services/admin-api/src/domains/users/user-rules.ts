import { limits } from '@signet/contracts'
import { refuse, refuseValue } from '@signet/runtime'

export function refuseManaged(user: { readonly connectionId: string | null }): void {
  if (user.connectionId) refuse('user_managed')
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
