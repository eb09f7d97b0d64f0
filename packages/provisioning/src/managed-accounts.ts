import { isDeepStrictEqual } from 'node:util'
import { deleteAccount, deleteProofs, normalizeKey } from '@signet/accounts'
import type { Profile } from '@signet/contracts'
import { type AuditedTx, type Executor, type Sql, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { endAccount } from '@signet/sessions'
import { refusingDuplicates } from '@signet/tenancy'
import type { ConnectionRef } from './connections.ts'
import { profileKeyOf } from './profile-key.ts'

export interface ManagedAccount {
  readonly userName: string
  readonly externalId: string | null
  readonly active: boolean
  readonly profile: Profile
}

export interface ManagedAccountRecord extends ManagedAccount {
  readonly id: string
  readonly email: string | null
  readonly version: number
  readonly createdAt: Date
  readonly versionAt: Date
}

export interface ManagingConnection extends ConnectionRef {
  readonly emailTrust: 'trusted' | 'untrusted'
}

export const managedAccountColumns = sql`
  a.id, COALESCE(a.username, a.email, a.id) AS "userName", a.external_id AS "externalId", a.active, a.profile, a.email,
  a.version, a.created_at AS "createdAt", a.version_at AS "versionAt"`

/** Accounts (`accounts a`). A directory cannot see others. */
export const managedBy = ({ projectId, connectionId }: ConnectionRef): Sql =>
  sql`a.project_id = ${projectId} AND a.connection_id = ${connectionId}`

/** Null when the connection manages no such account. */
export async function lockManagedAccount(
  tx: Executor,
  at: ConnectionRef,
  accountId: string,
): Promise<ManagedAccountRecord | null> {
  const [row] = await tx.rows<ManagedAccountRecord>(
    sql`SELECT ${managedAccountColumns} FROM accounts a WHERE ${managedBy(at)} AND a.id = ${accountId} FOR UPDATE`,
  )
  return row ?? null
}

/** The primary address, or else the first. */
export function addressOf({ emails = [] }: Profile): string | null {
  const chosen = emails.find(({ primary }) => primary) ?? emails[0]
  return chosen?.value ?? null
}

/** Names of another account: the text reveals nothing about accounts that the connection does not manage. */
const taken = 'Another account of the project has this user name or address.'

/** An external id is unique in its connection. */
const takenIn = (constraint: string): string =>
  constraint.includes('external_id') ? 'Another account of the directory has this externalId.' : taken

/** Unique constraints reject names of another account. */
export async function createManagedAccount(
  tx: AuditedTx,
  at: ManagingConnection,
  accountId: string,
  account: ManagedAccount,
): Promise<void> {
  const { projectId, connectionId } = at
  const keys = keysOf(account, addressOf(account.profile))
  const created = await refusingDuplicates(
    tx.run(sql`
      INSERT INTO accounts (project_id, id, connection_id, username, username_key, external_id, email, email_key,
        email_verified, active, profile, profile_key, display_name_key)
      SELECT ${projectId}, ${accountId}, ${connectionId}, ${account.userName}, ${keys.userName}, ${account.externalId}, ${keys.email},
        ${keys.emailKey}, ${at.emailTrust === 'trusted' && keys.email !== null}::boolean, ${account.active}::boolean,
        ${JSON.stringify(account.profile)}::jsonb, ${keys.profile}::jsonb, ${keys.displayName}
      WHERE NOT EXISTS (${calledBy(projectId, accountId, keys)})`),
    takenIn,
  )
  if (created === 0) refuse('already_exists', { detail: taken })
}

/**
 * Requires the lock of the row. A new address is verified if the connection is trusted; proofs mailed to the old address become
 * invalid.
 */
export async function updateManagedAccount(
  tx: AuditedTx,
  at: ManagingConnection,
  before: ManagedAccountRecord,
  after: ManagedAccount,
): Promise<void> {
  const isSame = isDeepStrictEqual(after.profile.emails, before.profile.emails)
  const keys = keysOf(after, isSame ? before.email : addressOf(after.profile))
  const isMoved = keys.email !== before.email
  const isTrusted = at.emailTrust === 'trusted' && keys.email !== null
  const verified = isMoved ? sql`${isTrusted}::boolean` : sql`email_verified`
  const updated = await refusingDuplicates(
    tx.run(sql`
      UPDATE accounts SET username = ${after.userName}, username_key = ${keys.userName}, external_id = ${after.externalId},
        email = ${keys.email}, email_key = ${keys.emailKey}, email_verified = ${verified}, active = ${after.active}::boolean,
        profile = ${JSON.stringify(after.profile)}::jsonb, profile_key = ${keys.profile}::jsonb,
        display_name_key = ${keys.displayName}, updated_at = now()
      WHERE project_id = ${at.projectId} AND id = ${before.id}
        AND NOT EXISTS (${calledBy(at.projectId, before.id, keys)})`),
    takenIn,
  )
  if (updated === 0) refuse('already_exists', { detail: taken })
  if (isMoved || !after.active) await deleteProofs(tx, at.projectId, before.id)
}

/** Revokes sessions and tokens after a deactivation or a removal, and deletes the account in the latter case. */
export async function endManagedAccount(
  tx: AuditedTx,
  project: { readonly id: string; readonly issuer: string },
  accountId: string,
  operation: 'deactivate' | 'delete',
): Promise<void> {
  await endAccount(tx, project, accountId)
  if (operation === 'delete') await deleteAccount(tx, project.id, accountId)
}

interface Keys {
  readonly userName: string
  readonly email: string | null
  readonly emailKey: string | null
  readonly displayName: string | null
  readonly profile: string
}

const keysOf = ({ userName, profile }: ManagedAccount, email: string | null): Keys => ({
  userName: normalizeKey(userName),
  email,
  emailKey: email && normalizeKey(email),
  displayName: profile.displayName === undefined ? null : normalizeKey(profile.displayName),
  profile: JSON.stringify(profileKeyOf(profile)),
})

/**
 * Other accounts that have the user name as address, or the address as user name. Both are entered into one field, so that a directory
 * could otherwise take over the name of another account.
 */
const calledBy = (projectId: string, accountId: string, { userName, emailKey }: Keys): Sql => sql`
  SELECT 1 FROM accounts o WHERE o.project_id = ${projectId} AND o.id <> ${accountId}
    AND (o.email_key = ${userName} OR o.username_key = ${emailKey}::text)`
