import { deleteProofs, giveToOwner, normalizeKey } from '@signet/accounts'
import { limits, type Profile } from '@signet/contracts'
import { type AuditedTx, type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import type { IssuerRef } from '@signet/sessions'
import { refusingDuplicates } from '@signet/tenancy'
import { type ConnectionRef, lockConnection } from './connections.ts'
import { profileKeyOf } from './profile-key.ts'

/** Hands an account of administrators over to a directory, and only the directory may change it afterwards. */

interface AccountAssignment {
  readonly connectionId: string
  readonly accountId: string
  /** The directory identifies the account by them. Default of the user name: the present one, or the address. */
  readonly userName?: string | undefined
  readonly externalId?: string | undefined
}

/**
 * The directory decides from then on who owns the account. Credentials of an account whose address was never proven are removed. The
 * unique constraints reject a name or external id of another account.
 */
export async function assignAccount(
  tx: AuditedTx,
  project: IssuerRef,
  { connectionId, accountId, userName, externalId }: AccountAssignment,
): Promise<void> {
  const projectId = project.id
  await lockConnection(tx, { projectId, connectionId })
  const account = sql`project_id = ${projectId} AND id = ${accountId}`
  await tx.rows<object>(sql`SELECT 1 FROM accounts WHERE ${account} FOR UPDATE`)
  const [row] = await tx.rows<{ managed: boolean; profile: Profile; email: string | null }>(
    sql`SELECT connection_id IS NOT NULL AS managed, profile, email FROM accounts WHERE ${account}`,
  )
  if (!row) refuse('not_found')
  if (row.managed) refuse('user_managed')
  await giveToOwner(tx, project, accountId)
  const profile = withAddress(row)
  const username =
    userName === undefined
      ? sql`username = COALESCE(username, email), username_key = COALESCE(username_key, email_key),`
      : sql`username = ${userName}, username_key = ${normalizeKey(userName)},`
  await refusingDuplicates(
    tx.run(sql`
      UPDATE accounts SET ${username} connection_id = ${connectionId}, external_id = ${externalId ?? null},
        profile = ${JSON.stringify(profile)}::jsonb, profile_key = ${JSON.stringify(profileKeyOf(profile))}::jsonb,
        display_name_key = ${profile.displayName === undefined ? null : normalizeKey(profile.displayName)}, updated_at = now()
      WHERE ${account}`),
    'Another account has this user name or external id.',
  )
  await deleteProofs(tx, projectId, accountId)
}

/** The directory reads and changes addresses in the profile. */
export const withAddress = ({ profile, email }: { profile: Profile; email: string | null }): Profile =>
  email === null || profile.emails?.length
    ? profile
    : { ...profile, emails: [{ value: email, primary: true }] }

interface GroupAssignment extends ConnectionRef {
  readonly groupId: string
}

export interface GroupHandOver {
  readonly managed: number
  readonly foreign: number
  readonly blockers: { readonly id: string; readonly email: string }[]
}

export async function groupHandOver(
  executor: Executor,
  { projectId, connectionId, groupId }: GroupAssignment,
): Promise<GroupHandOver> {
  const members = sql`FROM group_members m JOIN accounts a ON a.project_id = m.project_id AND a.id = m.account_id
    WHERE m.project_id = ${projectId} AND m.group_id = ${groupId}`
  const foreign = sql`a.connection_id IS DISTINCT FROM ${connectionId}`
  const [counts] = await executor.rows<{ managed: number; foreign: number }>(sql`
    SELECT count(*) FILTER (WHERE NOT (${foreign}))::int AS managed, count(*) FILTER (WHERE ${foreign})::int AS foreign ${members}`)
  const blockers = await executor.rows<GroupHandOver['blockers'][number]>(sql`
    SELECT a.id, COALESCE(a.email, '') AS email ${members} AND ${foreign}
    ORDER BY a.email_key, a.id LIMIT ${limits.groupAssignBlockers}`)
  return { managed: counts?.managed ?? 0, foreign: counts?.foreign ?? 0, blockers }
}

/** Rejects members that the connection does not manage, naming some of them. */
export function refuseForeignMembers({ foreign, blockers }: GroupHandOver): void {
  if (foreign > 0)
    refuse('group_has_foreign_members', {
      detail: `The connection does not manage ${foreign === 1 ? '1 member' : `${foreign} members`} of the group.`,
      members: { blockers },
    })
}

/** Locks the connection, then the group, so that its members cannot change during a hand-over. */
export async function lockHandOver(tx: Executor, assignment: GroupAssignment): Promise<void> {
  const { projectId, groupId } = assignment
  await lockConnection(tx, assignment)
  const group = sql`project_id = ${projectId} AND id = ${groupId}`
  await tx.rows<object>(sql`SELECT 1 FROM groups WHERE ${group} FOR UPDATE`)
  const [row] = await tx.rows<{ managed: boolean }>(
    sql`SELECT connection_id IS NOT NULL AS managed FROM groups WHERE ${group}`,
  )
  if (!row) refuse('not_found')
  if (row.managed) refuse('group_managed')
}

/** Requires the locks of `lockHandOver`. */
export async function assignGroup(tx: AuditedTx, assignment: GroupAssignment): Promise<void> {
  refuseForeignMembers(await groupHandOver(tx, assignment))
  await tx.run(sql`
    UPDATE groups SET connection_id = ${assignment.connectionId}, updated_at = now()
    WHERE project_id = ${assignment.projectId} AND id = ${assignment.groupId}`)
}
