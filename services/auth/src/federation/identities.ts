import { hasCredential, normalizeKey } from '@signet/accounts'
import { type Executor, sql } from '@signet/db'
import type { Person } from '@signet/federation'
import { auditEndUser, auditOutcome, ownAct, upstreamAct } from '../core/audit.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { noteSignInMethodChange } from '../sign-in/sign-in-method-notice.ts'

export interface IdentityRef extends Pick<Person, 'issuer' | 'subject' | 'email'> {
  readonly emailProven?: boolean | undefined
  readonly providerId: string
}

interface NewLink {
  readonly accountId: string
  readonly identity: IdentityRef
  /** Actor: the provider, or the user with a proof. */
  readonly by: 'upstream' | 'enduser'
  readonly created?: boolean
}

/** The caller passes the transaction. Audits the link first, and mails a notice to the owner of an existing account. */
export async function linkIdentity(
  tx: Executor,
  context: OptionsContext,
  { accountId, identity, by, created = false }: NewLink,
): Promise<void> {
  const { providerId, issuer, subject, email, emailProven = false } = identity
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
    INSERT INTO identities (project_id, provider_id, issuer, subject, account_id, email, email_proven, last_used_at)
    VALUES (${projectId}, ${providerId}, ${issuer}, ${subject}, ${accountId}, ${email}, ${emailProven}, now())`)
  if (created) return
  const [provider] = await tx.rows<{ name: string }>(sql`
    SELECT display_name AS name FROM identity_providers WHERE project_id = ${projectId} AND id = ${providerId}`)
  await noteSignInMethodChange(tx, context, accountId, {
    provider: provider?.name ?? providerId,
    change: 'added',
  })
}

export async function isLinked(
  { deps, project }: OptionsContext,
  providerId: string,
  { issuer, subject }: Pick<IdentityRef, 'issuer' | 'subject'>,
): Promise<boolean> {
  const rows = await deps.database.rows<object>(sql`
    SELECT 1 FROM identities
    WHERE project_id = ${project.id} AND provider_id = ${providerId} AND issuer = ${issuer} AND subject = ${subject}`)
  return rows.length > 0
}

/**
 * Fills a missing address with the provider's, when it is free. It counts as verified only if the account has no other credential,
 * whose owner may be another person.
 */
export const fillAddress = (
  tx: Executor,
  projectId: string,
  { accountId, providerId }: { readonly accountId: string; readonly providerId: string },
  { email, emailProven }: Pick<Person, 'email' | 'emailProven'>,
): Promise<number> | undefined => {
  if (email === null) return
  const key = normalizeKey(email)
  return auditOutcome(
    tx,
    { projectId, accountId },
    (audited) =>
      audited.run(sql`
        UPDATE accounts a SET email = ${email}, email_key = ${key}, updated_at = now(),
          email_verified = ${emailProven}::boolean AND NOT ${hasCredential(providerId)}
        WHERE a.project_id = ${projectId} AND a.id = ${accountId} AND a.email IS NULL AND a.connection_id IS NULL
          AND NOT EXISTS (SELECT 1 FROM accounts o
            WHERE o.project_id = a.project_id AND o.id <> a.id AND (o.email_key = ${key} OR o.username_key = ${key}))`),
    (changed) =>
      changed > 0 ? upstreamAct({ projectId, providerId }, 'enduser.email.change', { email }) : null,
  )
}

export const noteUse = (
  tx: Executor,
  projectId: string,
  { providerId, issuer, subject, email, emailProven = false }: IdentityRef,
) =>
  tx.run(sql`
    UPDATE identities SET last_used_at = now(), last_failure = NULL, last_failure_at = NULL,
      email = COALESCE(${email}, email),
      email_proven = CASE WHEN ${email}::text IS NULL THEN email_proven ELSE ${emailProven}::boolean END
    WHERE project_id = ${projectId} AND provider_id = ${providerId} AND issuer = ${issuer} AND subject = ${subject}`)

/**
 * Updates claims from the provider, unless a directory manages the account. The profile, which administrators write, overrides these
 * claims.
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
