import { type Executor, type Sql, sql } from '@signet/db'
import { isNamed } from './normalize.ts'

/** What decides which step of a sign-in comes next. */
export interface SignInState {
  readonly id: string
  readonly email: string | null
  readonly emailVerified: boolean
  /** The sealed seed of an enrolled authenticator. */
  readonly authenticator: string | null
  /** When its password was set, in seconds of the epoch to the last digit; null while it has none. */
  readonly passwordSetAt: string | null
  /** Counts what ended every sign-in of the account. */
  readonly revocations: number
  /** Languages the account asks for, the first that is ours counts. */
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
  ARRAY[profile->>'preferredLanguage', profile->>'locale'] AS languages`

/**
 * The account a person means by what they typed: its address, or else its username. What a directory manages wins, and
 * an address that nobody has proven wins over no username, or whoever signs up with another's username as address
 * would stand before them.
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

/** Returns the account; null when it may not sign in. */
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

/** The account whose password a link to this address may set; one that a directory keeps has its password there. */
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
