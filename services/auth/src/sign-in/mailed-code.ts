import { reserveCodeTry, withdrawProof } from '@signet/accounts'
import type { Executor } from '@signet/db'
import { PasswordQueueFull } from '@signet/secrets'
import type { InteractionContext } from './context.ts'

/**
 * Costs the same and fails without an open code.
 * @param redeem writes of a correct code, in the transaction that uses it up
 */
export async function tryCode(
  { context: { deps, project } }: InteractionContext,
  accountId: string,
  typed: string,
  redeem: (tx: Executor) => Promise<void>,
): Promise<'right' | 'no' | 'busy'> {
  const code = typed.replace(/\s/g, '')
  const reserved = await reserveCodeTry(deps.database, project.id, accountId)
  try {
    const right = reserved
      ? await deps.passwords.verify(reserved.codeHash, code)
      : await deps.passwords.verifyNothing(code)
    if (!right || !reserved) return 'no'
  } catch (error) {
    if (error instanceof PasswordQueueFull) return 'busy'
    throw error
  }
  return deps.database.transaction(async (tx) => {
    // The first of two concurrent correct tries deletes the code.
    if ((await withdrawProof(tx, project.id, reserved)) !== 1) return 'no'
    await redeem(tx)
    return 'right'
  })
}
