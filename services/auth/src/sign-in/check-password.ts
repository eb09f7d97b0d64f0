import { PasswordQueueFull } from '@signet/secrets'
import type { OptionsContext } from '../core/issuer-context.ts'

/** An account without a password costs the same hash and fails. */
export async function checkPassword(
  { deps }: Pick<OptionsContext, 'deps'>,
  hash: string | null,
  password: string,
): Promise<boolean | 'busy'> {
  try {
    if (hash === null) return await deps.passwords.verifyNothing(password)
    return await deps.passwords.verify(hash, password)
  } catch (error) {
    if (error instanceof PasswordQueueFull) return 'busy'
    throw error
  }
}
