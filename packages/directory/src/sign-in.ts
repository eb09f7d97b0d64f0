import { type Executor, sql } from '@signet/db'
import { normaliseKey } from './normalise.ts'

export interface SignInAccount {
  readonly id: string
  readonly passwordHash: string | null
  readonly active: boolean
  readonly locked: boolean
}

/** The account a person means by what they typed: its address, or else its username. */
export async function findForSignIn(
  executor: Executor,
  projectId: string,
  login: string,
): Promise<SignInAccount | null> {
  const key = normaliseKey(login)
  const [row] = await executor.rows<SignInAccount>(sql`
    SELECT id, password_hash AS "passwordHash", active, locked_at IS NOT NULL AS locked FROM accounts
    WHERE project_id = ${projectId} AND (email_key = ${key} OR username_key = ${key})
    ORDER BY (email_key = ${key}) DESC NULLS LAST LIMIT 1`)
  return row ?? null
}
