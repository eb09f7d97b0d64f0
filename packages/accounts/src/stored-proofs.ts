import { type Executor, sql } from '@signet/db'

/** Each names the page of its link. */
export const proofPurposes = ['address', 'invitation', 'passkey', 'reset', 'verification'] as const
export type ProofPurpose = (typeof proofPurposes)[number]

/** Proofs that set a password: only the newest is valid. */
export const passwordProofs: readonly ProofPurpose[] = ['invitation', 'reset']

/**
 * Proofs that add a sign-in method or replace the address. A new password invalidates them: its owner may no longer trust the mailbox
 * or the session that requested them.
 */
export const signInProofs: readonly ProofPurpose[] = [...passwordProofs, 'passkey', 'address']

/**
 * Locking, deactivation, a change of address, of the managing directory or of the password invalidates the earlier proofs permanently,
 * also when that state is reverted.
 */
export const deleteProofs = (
  tx: Executor,
  projectId: string,
  accountId: string,
  purposes: readonly ProofPurpose[] = proofPurposes,
): Promise<number> =>
  tx.run(sql`
    DELETE FROM account_tokens
    WHERE project_id = ${projectId} AND account_id = ${accountId} AND purpose = ANY(${[...purposes]})`)
