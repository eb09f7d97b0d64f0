import { type Executor, sql } from '@signet/db'
import { mintToken } from '@signet/secrets'

/** Seconds. A page that was open longer offers a new challenge. */
const lifetimeSeconds = 600

export interface ChallengePage {
  readonly projectId: string
  readonly purpose: 'second-factor' | 'enrolment'
  /** Id of the interaction or session. */
  readonly boundTo: string
  readonly accountId: string
}

/** Replaces the earlier challenge of the page. */
export async function storeChallenge(
  executor: Executor,
  { projectId, purpose, boundTo, accountId }: ChallengePage,
): Promise<string> {
  const challenge = mintToken()
  await executor.run(sql`
    INSERT INTO passkey_challenges (project_id, purpose, bound_to, challenge, account_id, expires_at)
    VALUES (${projectId}, ${purpose}, ${boundTo}, ${challenge}, ${accountId}, now() + make_interval(secs => ${lifetimeSeconds}::int))
    ON CONFLICT (project_id, purpose, bound_to) DO UPDATE
    SET challenge = EXCLUDED.challenge, account_id = EXCLUDED.account_id, expires_at = EXCLUDED.expires_at`)
  return challenge
}

/** Carried by its page with a signature, in place of a row. */
export interface SignedChallenge {
  readonly projectId: string
  /** The signed part, which has only one spelling. */
  readonly id: string
  /** Milliseconds of the epoch. */
  readonly issuedAt: number
}

/**
 * Only one answer is compared with a challenge. The row expires with the challenge.
 * @returns false for a later answer, and for an expired challenge
 */
export async function useSignedChallenge(
  executor: Executor,
  { projectId, id, issuedAt }: SignedChallenge,
): Promise<boolean> {
  const stored = await executor.run(sql`
    INSERT INTO passkey_challenges (project_id, purpose, bound_to, challenge, expires_at)
    SELECT ${projectId}, 'sign-in', ${id}, ${id}, expires_at
    FROM (SELECT to_timestamp(${issuedAt}::float8 / 1000) + make_interval(secs => ${lifetimeSeconds}::int) AS expires_at) one
    WHERE expires_at > now()
    ON CONFLICT (project_id, purpose, bound_to) DO NOTHING`)
  return stored === 1
}

/**
 * Deletes the challenge, so that only one answer is compared with it.
 * @returns undefined without a valid one
 */
export async function takeChallenge(
  executor: Executor,
  { projectId, purpose, boundTo, accountId }: ChallengePage,
): Promise<string | undefined> {
  const [row] = await executor.rows<{ challenge: string; isValid: boolean }>(sql`
    DELETE FROM passkey_challenges
    WHERE project_id = ${projectId} AND purpose = ${purpose} AND bound_to = ${boundTo}
    RETURNING challenge, expires_at > now() AND account_id IS NOT DISTINCT FROM ${accountId}::text AS "isValid"`)
  return row?.isValid ? row.challenge : undefined
}
