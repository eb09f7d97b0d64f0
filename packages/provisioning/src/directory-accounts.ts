import { giveToOwner, isUnproven, normalizeKey, proofPurposes } from '@signet/accounts'
import type { Profile } from '@signet/contracts'
import { type AuditedTx, type Executor, join, type Sql, sql } from '@signet/db'
import type { IssuerRef } from '@signet/sessions'
import { refusingDuplicates } from '@signet/tenancy'
import { withAddress } from './assignment.ts'
import type { ConnectionRef } from './connections.ts'
import { managedBy } from './managed-accounts.ts'
import { profileKeyOf } from './profile-key.ts'

/** Adoption, hand-over to another connection, release and deletion of groups. Callers hold the lock of the connection's row. */

/** Any of the criteria selects an account. */
export interface Adoption {
  readonly linked: boolean
  /** Normalised names whose creation was refused because a name is taken. */
  readonly refusedNames: readonly string[]
  readonly domains: readonly string[]
}

/** Accounts (`accounts a`) that no directory manages, that the adoption names, and whose user name and external id are free. */
export function adoptable(at: ConnectionRef, { linked, refusedNames, domains }: Adoption): Sql {
  const { projectId, connectionId } = at
  const criteria = [
    ...(linked ? [sql`EXISTS (${linkOf(at)})`] : []),
    ...(refusedNames.length > 0
      ? [sql`(a.email_key = ANY(${[...refusedNames]}) OR a.username_key = ANY(${[...refusedNames]}))`]
      : []),
    ...(domains.length > 0 ? [sql`split_part(a.email_key, '@', 2) = ANY(${domains.map(normalizeKey)})`] : []),
  ]
  if (criteria.length === 0) return sql`false`
  return sql`a.project_id = ${projectId} AND a.connection_id IS NULL AND COALESCE(a.username_key, a.email_key) IS NOT NULL
    AND (${join(criteria, ' OR ')})
    AND NOT EXISTS (SELECT 1 FROM accounts o WHERE o.project_id = ${projectId} AND o.id <> a.id
      AND (o.username_key = COALESCE(a.username_key, a.email_key) OR o.email_key = a.username_key))
    AND NOT EXISTS (SELECT 1 FROM accounts o WHERE o.project_id = ${projectId} AND o.connection_id = ${connectionId}
      AND o.external_id = ${correlatedSubject(at)})`
}

export async function readRefusedNames(
  executor: Executor,
  { projectId, connectionId }: ConnectionRef,
): Promise<string[]> {
  const rows = await executor.rows<{ name: string }>(sql`
    SELECT name FROM provisioning_refusals WHERE project_id = ${projectId} AND connection_id = ${connectionId}
      AND kind = 'user' AND problem = 'uniqueness' AND name IS NOT NULL AND expires_at > now()`)
  return rows.map(({ name }) => normalizeKey(name))
}

const linkOf = ({ projectId, connectionId }: ConnectionRef): Sql => sql`
  SELECT d.subject FROM identities d JOIN provisioning_connections c
    ON c.project_id = d.project_id AND c.provider_id = d.provider_id
  WHERE d.project_id = ${projectId} AND c.id = ${connectionId} AND d.account_id = a.id`

/** External id of an account (`accounts a`), when the directory identifies users by the subject of the provider. */
const correlatedSubject = (at: ConnectionRef): Sql => sql`(${linkOf(at)}
  AND c.correlation_claim = 'sub' AND c.correlation_attribute = 'externalId' LIMIT 1)`

interface AdoptedRow {
  readonly id: string
  readonly userName: string | null
  readonly externalId: string | null
  readonly email: string | null
  readonly profile: Profile
  readonly unproven: boolean
}

/**
 * The directory finds the locked accounts by user name afterwards: an account without one gets its address. Credentials of an account
 * whose address was never proven are removed, because another person may have created it.
 */
export async function adoptAccounts(
  tx: AuditedTx,
  project: IssuerRef,
  at: ConnectionRef,
  ids: readonly string[],
): Promise<void> {
  const rows = await tx.rows<AdoptedRow>(sql`
    SELECT a.id, COALESCE(a.username, a.email) AS "userName", ${correlatedSubject(at)} AS "externalId", a.email, a.profile,
      ${isUnproven} AS unproven
    FROM accounts a WHERE a.project_id = ${project.id} AND a.id = ANY(${[...ids]}) ORDER BY a.id`)
  for (const { id: accountId, unproven } of rows) if (unproven) await giveToOwner(tx, project, accountId)
  const changes = rows.map(({ id, userName, externalId, ...row }) => {
    const profile = withAddress(row)
    return {
      ...{ id, userName, externalId, profile },
      userNameKey: userName === null ? null : normalizeKey(userName),
      profileKey: profileKeyOf(profile),
      displayNameKey: profile.displayName === undefined ? null : normalizeKey(profile.displayName),
    }
  })
  await refusingDuplicates(
    tx.run(sql`
      UPDATE accounts SET connection_id = ${at.connectionId}, username = r."userName", username_key = r."userNameKey",
        external_id = r."externalId", profile = r.profile, profile_key = r."profileKey", display_name_key = r."displayNameKey",
        updated_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS r(id text, "userName" text, "userNameKey" text,
        "externalId" text, profile jsonb, "profileKey" jsonb, "displayNameKey" text)
      WHERE accounts.project_id = ${project.id} AND accounts.id = r.id`),
    'Another account has the user name or external id of one of the accounts.',
  )
  await tx.run(sql`
    DELETE FROM account_tokens WHERE project_id = ${project.id} AND account_id = ANY(${[...ids]})
      AND purpose = ANY(${[...proofPurposes]})`)
}

/** Accounts (`accounts a`) of the connection whose external id is free in another one. */
export const movable = (at: ConnectionRef, toConnectionId: string): Sql => sql`${managedBy(at)}
  AND NOT EXISTS (SELECT 1 FROM accounts o WHERE o.project_id = ${at.projectId} AND o.connection_id = ${toConnectionId}
    AND o.external_id = a.external_id)`

/** The locked accounts keep their ids, names and external ids. */
export async function moveAccounts(
  tx: AuditedTx,
  at: ConnectionRef,
  toConnectionId: string,
  ids: readonly string[],
): Promise<void> {
  await forgetHolds(tx, at, ids)
  await tx.run(sql`
    UPDATE accounts SET connection_id = ${toConnectionId}, updated_at = now()
    WHERE project_id = ${at.projectId} AND id = ANY(${[...ids]})`)
}

/** Administrators manage the locked accounts, which keep their names, addresses and profiles. */
export async function releaseAccounts(
  tx: AuditedTx,
  at: ConnectionRef,
  ids: readonly string[],
): Promise<void> {
  await forgetHolds(tx, at, ids)
  await tx.run(sql`
    UPDATE accounts SET connection_id = NULL, external_id = NULL, updated_at = now()
    WHERE project_id = ${at.projectId} AND id = ANY(${[...ids]})`)
}

const forgetHolds = (
  tx: Executor,
  { projectId, connectionId }: ConnectionRef,
  ids: readonly string[],
): Promise<number> =>
  tx.run(sql`
    DELETE FROM hold_rows
    WHERE project_id = ${projectId} AND connection_id = ${connectionId} AND account_id = ANY(${[...ids]})`)

/** Groups without another connection belong to administrators. */
export const moveGroups = (
  tx: AuditedTx,
  { projectId, connectionId }: ConnectionRef,
  toConnectionId: string | null,
): Promise<number> =>
  tx.run(sql`
    UPDATE groups SET connection_id = ${toConnectionId},
      external_id = CASE WHEN ${toConnectionId}::text IS NULL THEN NULL ELSE external_id END, updated_at = now()
    WHERE project_id = ${projectId} AND connection_id = ${connectionId}`)

export const deleteGroups = (tx: AuditedTx, { projectId, connectionId }: ConnectionRef): Promise<number> =>
  tx.run(sql`DELETE FROM groups WHERE project_id = ${projectId} AND connection_id = ${connectionId}`)
