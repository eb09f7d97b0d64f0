import { type AuditedTx, sql } from '@signet/db'
import { endPendingSignIns } from '@signet/sessions'
import { refusingDuplicates } from '@signet/tenancy'
import { normalizeKey } from './normalize.ts'
import { deleteProofs } from './stored-proofs.ts'

/** Switches sign-in on or off; `endAccount` ends what was issued. */
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

/** A lock no directory can undo, with who set it and why. */
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

/** A new address, unverified; whatever was mailed to the old one proves nothing any more. */
export async function changeEmail(
  tx: AuditedTx,
  projectId: string,
  accountId: string,
  email: string,
): Promise<void> {
  await refusingDuplicates(
    tx.run(sql`
      UPDATE accounts SET email = ${email}, email_key = ${normalizeKey(email)}, email_verified = false, updated_at = now()
      WHERE project_id = ${projectId} AND id = ${accountId}`),
    'Another account of the project holds this address.',
    'email_taken',
  )
  await deleteProofs(tx, projectId, accountId)
}

/** Forgets the authenticator; the next sign-in enrols a new one where the project asks for it. */
export const clearAuthenticator = (tx: AuditedTx, projectId: string, accountId: string) =>
  tx.run(sql`
    UPDATE accounts SET totp_sealed = NULL, totp_enrolled_at = NULL, totp_last_step = NULL, updated_at = now()
    WHERE project_id = ${projectId} AND id = ${accountId}`)
