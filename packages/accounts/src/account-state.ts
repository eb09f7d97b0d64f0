import { type AuditedTx, type Sql, sql } from '@signet/db'
import { endPendingSignIns } from '@signet/sessions'
import { refusingDuplicates } from '@signet/tenancy'
import { normalizeKey } from './normalize.ts'
import { deleteUnusedRecoveryCodes } from './recovery-codes.ts'
import { deleteProofs } from './stored-proofs.ts'

/** `endAccount` revokes the account's artifacts. */
export async function setActive(
  tx: AuditedTx,
  projectId: string,
  accountId: string,
  active: boolean,
): Promise<void> {
  await tx.run(sql`
    UPDATE accounts SET active = ${active}, updated_at = now()
    WHERE project_id = ${projectId} AND id = ${accountId}`)
  if (active) return
  await endPendingSignIns(tx, projectId, accountId)
  await deleteProofs(tx, projectId, accountId)
}

/** A directory cannot remove the lock. */
export async function lockAccount(
  tx: AuditedTx,
  projectId: string,
  accountId: string,
  by: { readonly accountId: string; readonly reason: string },
): Promise<void> {
  await tx.run(sql`
    UPDATE accounts SET locked_at = now(), locked_by = ${by.accountId}, lock_reason = ${by.reason}, updated_at = now()
    WHERE project_id = ${projectId} AND id = ${accountId}`)
  await endPendingSignIns(tx, projectId, accountId)
  await deleteProofs(tx, projectId, accountId)
}

export const unlockAccount = (tx: AuditedTx, projectId: string, accountId: string) =>
  tx.run(sql`
    UPDATE accounts SET locked_at = NULL, locked_by = NULL, lock_reason = NULL, updated_at = now()
    WHERE project_id = ${projectId} AND id = ${accountId}`)

/**
 * Deletes the proofs mailed to the old address.
 * @param verified condition on the account (`accounts a`) before the change
 */
export async function changeEmail(
  tx: AuditedTx,
  projectId: string,
  accountId: string,
  email: string,
  verified: Sql = sql`false`,
): Promise<void> {
  await refusingDuplicates(
    tx.run(sql`
      UPDATE accounts a SET email = ${email}, email_key = ${normalizeKey(email)}, email_verified = ${verified}, updated_at = now()
      WHERE a.project_id = ${projectId} AND a.id = ${accountId}`),
    'Another account of the project holds this address.',
    'email_taken',
  )
  await deleteProofs(tx, projectId, accountId)
}

/** The next sign-in enrols a new one if the project requires it. */
export async function clearAuthenticator(tx: AuditedTx, projectId: string, accountId: string): Promise<void> {
  await tx.run(sql`
    UPDATE accounts SET totp_sealed = NULL, totp_enrolled_at = NULL, totp_last_step = NULL, updated_at = now()
    WHERE project_id = ${projectId} AND id = ${accountId}`)
  await deleteUnusedRecoveryCodes(tx, { projectId, accountId })
}
