import { asDatabaseError, type Executor, sql, UniqueViolation } from '@signet/db'
import { isSignInMethod, type Mapped } from '@signet/federation'
import { errors } from 'oidc-provider'
import type { SignInBasis } from '../artifacts/sign-in-basis.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { proveOwner } from '../sign-in/address-owner.ts'
import { linkBasis, lockValidSignIn } from '../sign-in/standing.ts'
import { type IdentityRef, linkIdentity } from './identities.ts'
import { applyMapped } from './mapped-rights.ts'

interface ProvenIdentity extends IdentityRef {
  readonly mapped?: Mapped | undefined
}

export const lockEntitled = async (tx: Executor, projectId: string, accountId: string): Promise<boolean> =>
  (
    await tx.rows<object>(sql`
      SELECT 1 FROM accounts WHERE project_id = ${projectId} AND id = ${accountId} AND active AND locked_at IS NULL FOR UPDATE`)
  ).length > 0

/**
 * The credentials of the proof must still be valid.
 * @returns the basis of the sign-in; undefined when linking is no longer allowed
 */
export async function linkProven(
  context: OptionsContext,
  { accountId, basis }: { readonly accountId: string; readonly basis: SignInBasis },
  identity: ProvenIdentity,
): Promise<SignInBasis | undefined> {
  const { deps, project } = context
  const projectId = project.id
  try {
    return await deps.database.transaction(async (tx) => {
      if (!(await lockValidSignIn(tx, context, { accountId, basis }))) return undefined
      if (!(await isTrusted(tx, context, identity))) return undefined
      if (!(await isLinked(tx, projectId, accountId, identity)))
        await linkIdentity(tx, context, { accountId, identity, by: 'enduser' })
      await applyMappedOf(tx, projectId, accountId, identity)
      const linked = await linkBasis(tx, projectId, accountId, identity)
      return linked && { ...linked, password: basis.password }
    })
  } catch (error) {
    if (asDatabaseError(error) instanceof UniqueViolation) return undefined
    throw error
  }
}

/** The provider is enabled, has the issuer of the identity, and is trusted for addresses. */
const isTrusted = async (
  tx: Executor,
  { project, settings }: OptionsContext,
  { providerId, issuer }: IdentityRef,
): Promise<boolean> =>
  (
    await tx.rows<object>(sql`
      SELECT 1 FROM (SELECT ${issuer}::text AS issuer) d, identity_providers p
      WHERE p.project_id = ${project.id} AND p.id = ${providerId} AND p.email_trusted AND ${isSignInMethod(settings)}`)
  ).length > 0

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
 * The user entered the mailed code.
 * @returns false, and links nothing, when the address was proven before
 */
export async function takeOver(
  tx: Executor,
  context: OptionsContext,
  accountId: string,
  identity: ProvenIdentity,
): Promise<boolean> {
  if (!(await isTrusted(tx, context, identity)))
    throw new errors.AccessDenied('the provider cannot sign this person in any more')
  if (!(await proveOwner(tx, context, accountId))) return false
  await linkIdentity(tx, context, { accountId, identity, by: 'enduser' })
  await applyMappedOf(tx, context.project.id, accountId, identity)
  return true
}

async function applyMappedOf(
  tx: Executor,
  projectId: string,
  accountId: string,
  { providerId, mapped }: ProvenIdentity,
): Promise<void> {
  if (mapped) await applyMapped(tx, { projectId, accountId, providerId }, mapped)
}
