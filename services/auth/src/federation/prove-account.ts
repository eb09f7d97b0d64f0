import { clearAuthenticator, deleteProofs } from '@signet/accounts'
import { asDatabaseError, type Executor, sql, UniqueViolation } from '@signet/db'
import { endAccount } from '@signet/sessions'
import type { OptionsContext } from '../provider-options/context.ts'
import { type IdentityRef, linkIdentity } from './identities.ts'

/** Locks the account; answers whether it may still sign in. */
export const lockEntitled = async (tx: Executor, projectId: string, accountId: string): Promise<boolean> =>
  (
    await tx.rows<object>(sql`
      SELECT 1 FROM accounts WHERE project_id = ${projectId} AND id = ${accountId} AND active AND locked_at IS NULL FOR UPDATE`)
  ).length > 0

/**
 * Links who has proven the account. Answers false where the person is linked to another account by now, or the account
 * may not sign in any more.
 */
export async function linkProven(
  context: OptionsContext,
  accountId: string,
  identity: IdentityRef,
): Promise<boolean> {
  const { deps, project } = context
  const projectId = project.id
  try {
    return await deps.database.transaction(async (tx) => {
      if (!(await lockEntitled(tx, projectId, accountId))) return false
      if (await isLinked(tx, projectId, accountId, identity)) return true
      await linkIdentity(tx, context, { accountId, identity, by: 'enduser' })
      return true
    })
  } catch (error) {
    if (asDatabaseError(error) instanceof UniqueViolation) return false
    throw error
  }
}

/** By another window of the same person. */
export const isLinked = async (
  tx: Executor,
  projectId: string,
  accountId: string,
  { providerId, issuer, subject }: IdentityRef,
): Promise<boolean> =>
  (
    await tx.rows<object>(sql`
      SELECT 1 FROM identities WHERE project_id = ${projectId} AND provider_id = ${providerId} AND issuer = ${issuer}
        AND subject = ${subject} AND account_id = ${accountId}`)
  ).length > 0

/**
 * Whoever reads the mail of an address that nobody had proven takes the account over: who made it before keeps nothing of it,
 * neither password, second factor, links nor sessions (pre-hijacking).
 */
export async function takeOver(
  tx: Executor,
  context: OptionsContext,
  accountId: string,
  identity: IdentityRef,
): Promise<void> {
  const { project, issuer } = context
  const projectId = project.id
  await clearAuthenticator(tx, projectId, accountId)
  await tx.run(sql`DELETE FROM identities WHERE project_id = ${projectId} AND account_id = ${accountId}`)
  await tx.run(sql`
    UPDATE accounts SET password_hash = NULL, password_set_at = NULL, email_verified = true, updated_at = now()
    WHERE project_id = ${projectId} AND id = ${accountId}`)
  await deleteProofs(tx, projectId, accountId)
  await endAccount(tx, { id: projectId, issuer }, accountId)
  await linkIdentity(tx, context, { accountId, identity, by: 'enduser' })
}
