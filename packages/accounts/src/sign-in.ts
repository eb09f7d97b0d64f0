import { type Executor, type Sql, sql } from '@signet/db'
import { isNamed } from './normalize.ts'

export interface SignInState {
  readonly id: string
  readonly email: string | null
  readonly emailVerified: boolean
  /** Sealed seed. */
  readonly authenticator: string | null
  readonly passkeyHosts: readonly string[]
  /** Unused codes; null without generated ones. */
  readonly recoveryCodes: number | null
  /** True when no offer was made in the last month. */
  readonly passkeyOfferDue: boolean
  /** Seconds of the epoch with all digits; null without a password. */
  readonly passwordSetAt: string | null
  /** Incremented when all sign-ins of the account are revoked. */
  readonly revocations: number
  /** The first supported language is used. */
  readonly languages: readonly (string | null)[]
}

export interface SignInAccount extends SignInState {
  readonly passwordHash: string | null
  readonly active: boolean
  readonly locked: boolean
}

const passwordTime = sql`extract(epoch FROM password_set_at)::text`

const stateColumns = sql`
  id, email, email_verified AS "emailVerified", revocations, ${passwordTime} AS "passwordSetAt",
  CASE WHEN totp_enrolled_at IS NULL THEN NULL ELSE totp_sealed END AS authenticator,
  ARRAY(SELECT DISTINCT k.rp_id FROM passkeys k WHERE k.project_id = accounts.project_id AND k.account_id = accounts.id)
    AS "passkeyHosts",
  (SELECT cardinality(r.digests) FROM recovery_codes r
    WHERE r.project_id = accounts.project_id AND r.account_id = accounts.id) AS "recoveryCodes",
  NOT EXISTS (SELECT FROM passkey_users u WHERE u.project_id = accounts.project_id AND u.account_id = accounts.id
    AND u.asked_at > now() - interval '30 days') AS "passkeyOfferDue",
  ARRAY[profile->>'preferredLanguage', profile->>'locale'] AS languages`

/**
 * Searches by address, or else by username. Directory-managed accounts come first. A username comes before an unproven address, because
 * an attacker could sign up with another account's username as the address.
 */
export function lookUpForSignIn(projectId: string, login: string): Sql {
  const byEmail = isNamed('email', login)
  const byUsername = isNamed('username', login)
  return sql`
    SELECT ${stateColumns}, password_hash AS "passwordHash", active, locked_at IS NOT NULL AS locked FROM accounts
    WHERE project_id = ${projectId} AND (${byEmail} OR ${byUsername})
    ORDER BY (connection_id IS NOT NULL) DESC, (${byEmail} AND email_verified) DESC NULLS LAST,
      (${byUsername}) DESC NULLS LAST LIMIT 1`
}

export async function findForSignIn(
  executor: Executor,
  projectId: string,
  login: string,
): Promise<SignInAccount | null> {
  const [row] = await executor.rows<SignInAccount>(lookUpForSignIn(projectId, login))
  return row ?? null
}

/** Null when the account may not sign in. */
export async function readSignInState(
  executor: Executor,
  projectId: string,
  accountId: string,
): Promise<SignInState | null> {
  const [row] = await executor.rows<SignInState>(sql`
    SELECT ${stateColumns} FROM accounts
    WHERE project_id = ${projectId} AND id = ${accountId} AND active AND locked_at IS NULL`)
  return row ?? null
}

/** Skips an account managed by a directory, which has the password. */
export async function findForReset(
  executor: Executor,
  projectId: string,
  email: string,
): Promise<SignInState | null> {
  const [row] = await executor.rows<SignInState>(sql`
    SELECT ${stateColumns} FROM accounts
    WHERE project_id = ${projectId} AND ${isNamed('email', email)} AND active AND locked_at IS NULL
      AND connection_id IS NULL`)
  return row ?? null
}
