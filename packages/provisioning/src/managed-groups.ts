import {
  addGroupMembers,
  changeMemberships,
  type MembershipChange,
  normalizeKey,
  removeGroupMembers,
  takenGroup,
} from '@signet/accounts'
import { type AuditedTx, type Executor, type Sql, sql } from '@signet/db'
import { refusingDuplicates } from '@signet/tenancy'
import type { ConnectionRef } from './connections.ts'

export interface ManagedGroup {
  readonly displayName: string
  readonly externalId: string | null
}

export interface ManagedGroupRecord extends ManagedGroup {
  readonly id: string
  readonly version: number
  readonly createdAt: Date
  readonly versionAt: Date
}

export const managedGroupColumns = sql`
  g.id, g.display_name AS "displayName", g.external_id AS "externalId", g.version, g.created_at AS "createdAt",
  g.version_at AS "versionAt"`

export const groupsManagedBy = ({ projectId, connectionId }: ConnectionRef): Sql =>
  sql`g.project_id = ${projectId} AND g.connection_id = ${connectionId}`

/** Null when the connection manages no such group. */
export async function lockManagedGroup(
  tx: Executor,
  at: ConnectionRef,
  groupId: string,
): Promise<ManagedGroupRecord | null> {
  const one = sql`${groupsManagedBy(at)} AND g.id = ${groupId}`
  await tx.rows<object>(sql`SELECT 1 FROM groups g WHERE ${one} FOR UPDATE`)
  const [row] = await tx.rows<ManagedGroupRecord>(
    sql`SELECT ${managedGroupColumns} FROM groups g WHERE ${one}`,
  )
  return row ?? null
}

/** The unique constraint rejects a name of another group. */
export const updateManagedGroup = (
  tx: AuditedTx,
  { projectId }: ConnectionRef,
  groupId: string,
  { displayName, externalId }: ManagedGroup,
): Promise<number> =>
  refusingDuplicates(
    tx.run(sql`
      UPDATE groups SET display_name = ${displayName}, display_name_key = ${normalizeKey(displayName)},
        external_id = ${externalId}, updated_at = now()
      WHERE project_id = ${projectId} AND id = ${groupId}`),
    takenGroup,
  )

/**
 * Locks the accounts of a new member list, in the order of their ids and before any group.
 * @returns ids that the connection does not manage; a directory cannot distinguish missing accounts from those of others
 */
export async function lockMembersToBe(
  tx: Executor,
  { projectId, connectionId }: ConnectionRef,
  accountIds: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(accountIds)]
  if (ids.length === 0) return []
  const found = await tx.rows<{ id: string }>(sql`
    SELECT id FROM accounts WHERE project_id = ${projectId} AND connection_id = ${connectionId} AND id = ANY(${ids})
    ORDER BY id FOR KEY SHARE`)
  const known = new Set(found.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

/** One step, whose size is that of the change, not of the group. */
export type MemberChange =
  | { readonly kind: 'add' | 'remove' | 'replace'; readonly accountIds: readonly string[] }
  /** The condition selects from `group_members m`. */
  | { readonly kind: 'remove where'; readonly condition: Sql }

/** Requires the lock of the group, and that of the accounts (`lockMembersToBe`). */
export function changeMembers(
  tx: AuditedTx,
  { projectId }: ConnectionRef,
  groupId: string,
  change: MemberChange,
): Promise<MembershipChange> {
  if (change.kind === 'add') return addGroupMembers(tx, projectId, groupId, change.accountIds)
  if (change.kind === 'remove') return removeGroupMembers(tx, projectId, groupId, change.accountIds)
  const ofGroup = sql`m.project_id = ${projectId} AND m.group_id = ${groupId}`
  if (change.kind === 'remove where')
    return changeMemberships(tx, projectId, groupId, {
      remove: sql`DELETE FROM group_members m WHERE ${ofGroup} AND ${change.condition}`,
    })
  const ids = [...change.accountIds]
  return changeMemberships(tx, projectId, groupId, {
    remove: sql`DELETE FROM group_members m WHERE ${ofGroup} AND m.account_id <> ALL(${ids})`,
    add: sql`
      INSERT INTO group_members (project_id, group_id, account_id)
      SELECT ${projectId}, ${groupId}, account_id FROM unnest(${ids}::text[]) account_id ON CONFLICT DO NOTHING`,
  })
}
