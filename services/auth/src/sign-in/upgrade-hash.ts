import { replaceHash, type SignInAccount } from '@signet/accounts'
import { PasswordQueueFull } from '@signet/secrets'
import type { OptionsContext } from '../core/issuer-context.ts'

/** Replaces a hash of another system or of earlier parameters. A full queue leaves that to the next sign-in. */
export async function upgradeHash(
  { deps, project }: Pick<OptionsContext, 'deps' | 'project'>,
  { id, passwordHash }: Pick<SignInAccount, 'id' | 'passwordHash'>,
  password: string,
): Promise<void> {
  if (passwordHash === null || !deps.passwords.needsRehash(passwordHash)) return
  try {
    const current = await deps.passwords.hash(password)
    await replaceHash(deps.database, { projectId: project.id, accountId: id }, passwordHash, current)
  } catch (error) {
    if (!(error instanceof PasswordQueueFull)) throw error
  }
}
