import { type AuditedTx, type Executor, type Sql, sql } from '@signet/db'
import { anonymiseActivity, endPendingSignIns } from '@signet/sessions'
import { refusingDuplicates } from '@signet/tenancy'
import { countLeaving } from './groups.ts'
import { deleteGuesses } from './login-throttle.ts'
import { normalizeKey } from './normalize.ts'
import { deleteProofs, signInProofs } from './stored-proofs.ts'

interface NewAccount {
  readonly projectId: string
  readonly id: string
  readonly email: string | null
  readonly username?: string | null
  readonly emailVerified?: boolean
  readonly passwordHash?: string | null
  readonly passwordGiven?: boolean
  readonly claims?: Readonly<Record<string, unknown>>
}

/** Unique constraints reject an address or username of another account of the project. */
export async function createAccount(tx: AuditedTx, account: NewAccount): Promise<void> {
  await refusingDuplicates(
    tx.run(insertAccount(account)),
    'Another account of the project holds this address.',
    'email_taken',
  )
}

/**
 * Skips an address that is another account's address or username. For callers that must not learn whether the address was free.
 * @returns whether the account was created
 */
export const createAccountIfFree = async (tx: AuditedTx, account: NewAccount): Promise<boolean> =>
  (await tx.run(sql`
    ${insertAccount(account)}
    WHERE NOT EXISTS (
      SELECT 1 FROM accounts WHERE project_id = ${account.projectId} AND username_key = ${keyOf(account.email)})
    ON CONFLICT DO NOTHING`)) === 1

const insertAccount = (account: NewAccount): Sql => sql`
  INSERT INTO accounts (project_id, id, email, email_key, username, username_key, email_verified, password_hash, password_set_at, password_given, claims)
  SELECT ${account.projectId}, ${account.id}, ${account.email}, ${keyOf(account.email)}, ${account.username ?? null},
          ${keyOf(account.username)}, ${account.emailVerified ?? false}, ${account.passwordHash ?? null},
          CASE WHEN ${account.passwordHash ?? null}::text IS NULL THEN NULL ELSE now() END, ${Boolean(account.passwordGiven && account.passwordHash)}::boolean, ${JSON.stringify(account.claims ?? {})}::jsonb`

const keyOf = (value: string | null | undefined): string | null => (value ? normalizeKey(value) : null)

/**
 * The caller hashes the password outside the transaction. Deletes counted failures and pending links that set a password.
 * @param given an administrator set it
 */
export async function setPassword(
  tx: AuditedTx,
  projectId: string,
  accountId: string,
  passwordHash: string,
  { given = false }: { readonly given?: boolean } = {},
): Promise<void> {
  const changed = await tx.run(sql`
    UPDATE accounts SET password_hash = ${passwordHash}, password_set_at = now(), password_given = ${given}::boolean, updated_at = now()
    WHERE project_id = ${projectId} AND id = ${accountId}`)
  if (changed > 0) await tx.run(deleteGuesses(projectId, accountId))
  await endPendingSignIns(tx, projectId, accountId)
  await deleteProofs(tx, projectId, accountId, signInProofs)
}

/** The new hash is of the same password with the current parameters. Does nothing when the password was changed in the meantime. */
export const replaceHash = (
  executor: Executor,
  { projectId, accountId }: { readonly projectId: string; readonly accountId: string },
  before: string,
  after: string,
): Promise<number> =>
  executor.run(sql`
    UPDATE accounts SET password_hash = ${after}
    WHERE project_id = ${projectId} AND id = ${accountId} AND password_hash = ${before}`)

/** Memberships, identities and proofs are deleted by cascade. */
export async function deleteAccount(tx: AuditedTx, projectId: string, accountId: string): Promise<number> {
  await anonymiseActivity(tx, projectId, accountId)
  await countLeaving(tx, projectId, accountId)
  return tx.run(sql`DELETE FROM accounts WHERE project_id = ${projectId} AND id = ${accountId}`)
}
