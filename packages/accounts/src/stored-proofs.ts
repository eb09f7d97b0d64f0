import { type Executor, sql } from '@signet/db'

/** What a mailed proof is good for; it also names the page its link leads to. */
export const proofPurposes = ['invitation', 'reset', 'verification'] as const
export type ProofPurpose = (typeof proofPurposes)[number]

/** Proofs that set a password: the newest of them is the only one. */
export const passwordProofs: readonly ProofPurpose[] = ['invitation', 'reset']

/**
 * Mailed proofs of an account stop working. A state that refuses sign-in, another address, another keeper of the account
 * and a new password each end what was mailed before them, also when the state is taken back later.
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
