import { newRecoveryCodes, type Owner, replaceRecoveryCodes, spendRecoveryCode } from '@signet/accounts'
import type { Executor } from '@signet/db'
import { auditOutcome, ownAct } from '../core/audit.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { noteSignInMethodChange } from '../sign-in/sign-in-method-notice.ts'

/**
 * Replaces all earlier codes.
 * @param revocations read before the codes were requested
 * @returns undefined when the account has no second factor that they could stand for, or was revoked in the meantime
 */
export const generateOwnCodes = (
  context: OptionsContext,
  owner: Owner,
  revocations: number,
): Promise<readonly string[] | undefined> =>
  context.deps.database.transaction(async (tx) => {
    const { codes, ...stored } = newRecoveryCodes(context.deps.vault, owner)
    const isStored = await auditOutcome(
      tx,
      owner,
      (audited) => replaceRecoveryCodes(audited, owner, stored, revocations),
      (done) => (done ? ownAct(owner, 'enduser.recovery.create', { codes: codes.length }) : null),
    )
    if (!isStored) return undefined
    await noteSignInMethodChange(tx, context, owner.accountId, { recoveryCodes: 'created' })
    return codes
  })

/**
 * Mails the number of codes left.
 * @returns false for a text that is no unused code of the account
 */
export async function useRecoveryCode(
  tx: Executor,
  context: OptionsContext,
  owner: Owner,
  text: string,
): Promise<boolean> {
  const left = await auditOutcome(
    tx,
    owner,
    (audited) => spendRecoveryCode(audited, context.deps.vault, owner, text),
    (number) => (number === null ? null : ownAct(owner, 'enduser.recovery.use', { left: number })),
  )
  if (left === null) return false
  await noteSignInMethodChange(tx, context, owner.accountId, { recoveryCodesLeft: left })
  return true
}
