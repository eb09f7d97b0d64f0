import { type Executor, sql } from '@signet/db'
import type { Person } from '@signet/federation'
import { auditEndUser, auditOutcome, ownAct, upstreamAct } from '../core/audit.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { noteSignInMethodChange } from '../sign-in/way-in-notice.ts'

/** A user's identity at a provider, as in a link to an account. */
export interface IdentityRef extends Pick<Person, 'issuer' | 'subject' | 'email'> {
  readonly providerId: string
}

interface NewLink {
  readonly accountId: string
  readonly identity: IdentityRef
  /** Actor: the provider, or the user with a proof. */
  readonly by: 'upstream' | 'enduser'
  readonly created?: boolean
}

/**
 * Links an identity to an account, in the caller's transaction. Audits the link first, and mails a notice to
 * the owner of an existing account.
 */
export async function linkIdentity(
  tx: Executor,
  context: OptionsContext,
  { accountId, identity, by, created = false }: NewLink,
): Promise<void> {
  const { providerId, issuer, subject, email } = identity
  const projectId = context.project.id
  const action = 'federation.identity.link'
  const detail = { providerId, subject, created }
  const act =
    by === 'upstream'
      ? upstreamAct({ projectId, providerId }, action, detail)
      : ownAct({ projectId, accountId }, action, detail)
  const audited = await auditEndUser(tx, projectId, accountId, act)
  // A link at a former issuer of the provider no longer signs in, and would block the new one.
  await audited.run(sql`
    DELETE FROM identities
    WHERE project_id = ${projectId} AND provider_id = ${providerId} AND account_id = ${accountId} AND issuer <> ${issuer}`)
  await audited.run(sql`
    INSERT INTO identities (project_id, provider_id, issuer, subject, account_id, email, last_used_at)
    VALUES (${projectId}, ${providerId}, ${issuer}, ${subject}, ${accountId}, ${email}, now())`)
  if (created) return
  const [provider] = await tx.rows<{ name: string }>(sql`
    SELECT display_name AS name FROM identity_providers WHERE project_id = ${projectId} AND id = ${providerId}`)
  await noteSignInMethodChange(tx, context, accountId, {
    provider: provider?.name ?? providerId,
    change: 'added',
  })
}

/** Records a sign-in through a link, with the current address at the provider. */
export const noteUse = (
  tx: Executor,
  projectId: string,
  { providerId, issuer, subject, email }: IdentityRef,
) =>
  tx.run(sql`
    UPDATE identities SET last_used_at = now(), email = ${email}, last_failure = NULL, last_failure_at = NULL
    WHERE project_id = ${projectId} AND provider_id = ${providerId} AND issuer = ${issuer} AND subject = ${subject}`)

/**
 * Updates the account's claims from the provider, unless a directory manages the account. The profile, which
 * administrators write, overrides these claims.
 */
export const refreshClaims = (
  tx: Executor,
  projectId: string,
  { accountId, providerId }: { readonly accountId: string; readonly providerId: string },
  claims: Person['claims'],
): Promise<number> =>
  auditOutcome(
    tx,
    { projectId, accountId },
    (audited) =>
      audited.run(sql`
        UPDATE accounts SET claims = claims || ${JSON.stringify(claims)}::jsonb, updated_at = now()
        WHERE project_id = ${projectId} AND id = ${accountId} AND connection_id IS NULL
          AND NOT claims @> ${JSON.stringify(claims)}::jsonb`),
    (changed) =>
      changed > 0
        ? upstreamAct({ projectId, providerId }, 'enduser.update', { claims: Object.keys(claims) })
        : null,
  )
