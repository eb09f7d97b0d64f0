import { type AuditedTx, type Executor, type Sql, sql } from '@signet/db'
import { refusingDuplicates } from '@signet/tenancy'
import { normalizeKey } from './normalize.ts'

interface NewGroup {
  readonly projectId: string
  readonly id: string
  readonly displayName: string
  readonly externalId?: string | null
  readonly connectionId?: string | null
}

const taken = 'Another group of the project has this name.'

/** An external id is unique in its connection. */
export const takenGroup = (constraint: string): string =>
  constraint.includes('external_id') ? 'Another group of the directory has this externalId.' : taken

/** A constraint makes the name unique in the project without regard to case. */
export const createGroup = (tx: AuditedTx, group: NewGroup): Promise<number> =>
  refusingDuplicates(
    tx.run(sql`
      INSERT INTO groups (project_id, id, display_name, display_name_key, external_id, connection_id)
      VALUES (${group.projectId}, ${group.id}, ${group.displayName}, ${normalizeKey(group.displayName)},
              ${group.externalId ?? null}, ${group.connectionId ?? null})`),
    takenGroup,
  )

export const renameGroup = (
  tx: AuditedTx,
  projectId: string,
  groupId: string,
  displayName: string,
): Promise<number> =>
  refusingDuplicates(
    tx.run(sql`
      UPDATE groups SET display_name = ${displayName}, display_name_key = ${normalizeKey(displayName)}, updated_at = now()
      WHERE project_id = ${projectId} AND id = ${groupId}`),
    taken,
  )

export interface MembershipChange {
  readonly joined: readonly string[]
  readonly left: readonly string[]
}

/** Ignores ids of other projects; existing members stay unchanged. */
export const addGroupMembers = (
  tx: AuditedTx,
  projectId: string,
  groupId: string,
  accountIds: readonly string[],
): Promise<MembershipChange> =>
  changeMemberships(tx, projectId, groupId, {
    add: sql`
      INSERT INTO group_members (project_id, group_id, account_id)
      SELECT a.project_id, ${groupId}, a.id FROM accounts a
      WHERE a.project_id = ${projectId} AND a.id = ANY(${[...accountIds]}) ON CONFLICT DO NOTHING`,
  })

export const removeGroupMembers = (
  tx: AuditedTx,
  projectId: string,
  groupId: string,
  accountIds: readonly string[],
): Promise<MembershipChange> =>
  changeMemberships(tx, projectId, groupId, {
    remove: sql`
      DELETE FROM group_members
      WHERE project_id = ${projectId} AND group_id = ${groupId} AND account_id = ANY(${[...accountIds]})`,
  })

/** The group has a new version when a membership changed. */
export async function changeMemberships(
  tx: AuditedTx,
  projectId: string,
  groupId: string,
  { remove, add }: { readonly remove?: Sql; readonly add?: Sql },
): Promise<MembershipChange> {
  const left = remove ? await changedBy(tx, remove) : []
  const joined = add ? await changedBy(tx, add) : []
  if (left.length + joined.length > 0)
    await tx.run(sql`
      UPDATE groups SET version = version + 1, version_at = now(), updated_at = now()
      WHERE project_id = ${projectId} AND id = ${groupId}`)
  return { joined, left }
}

const changedBy = async (tx: AuditedTx, change: Sql): Promise<string[]> =>
  (await tx.rows<{ accountId: string }>(sql`${change} RETURNING account_id AS "accountId"`)).map(
    ({ accountId }) => accountId,
  )

/** Increments the version of the groups before the account's deletion; locks them in the order of their ids. */
export const countLeaving = (tx: Executor, projectId: string, accountId: string): Promise<number> =>
  tx.run(sql`
    UPDATE groups SET version = version + 1, version_at = now(), updated_at = now()
    WHERE project_id = ${projectId} AND id IN (
      SELECT g.id FROM groups g JOIN group_members m ON m.project_id = g.project_id AND m.group_id = g.id
      WHERE m.project_id = ${projectId} AND m.account_id = ${accountId} ORDER BY g.id FOR NO KEY UPDATE OF g)`)

/** Does not delete the accounts. */
export const deleteGroup = (tx: AuditedTx, projectId: string, groupId: string): Promise<number> =>
  tx.run(sql`DELETE FROM groups WHERE project_id = ${projectId} AND id = ${groupId}`)
