import { type Executor, type Sql, sql } from '@signet/db'
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

/** Creates a group; its name is unique in the project in any letter case, which the constraint decides. */
export const createGroup = (tx: Executor, group: NewGroup): Promise<number> =>
  refusingDuplicates(
    tx.run(sql`
      INSERT INTO groups (project_id, id, display_name, display_name_key, external_id, connection_id)
      VALUES (${group.projectId}, ${group.id}, ${group.displayName}, ${normalizeKey(group.displayName)},
              ${group.externalId ?? null}, ${group.connectionId ?? null})`),
    taken,
  )

export const renameGroup = (
  tx: Executor,
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

/** Adds those of the ids that are accounts of the project; members stay as they are. Answers how many joined. */
export const addGroupMembers = (
  tx: Executor,
  projectId: string,
  groupId: string,
  accountIds: readonly string[],
): Promise<number> =>
  countingVersion(tx, projectId, groupId, [
    sql`
      INSERT INTO group_members (project_id, group_id, account_id)
      SELECT a.project_id, ${groupId}, a.id FROM accounts a
      WHERE a.project_id = ${projectId} AND a.id = ANY(${[...accountIds]}) ON CONFLICT DO NOTHING`,
  ])

/** Answers how many memberships ended. */
export const removeGroupMembers = (
  tx: Executor,
  projectId: string,
  groupId: string,
  accountIds: readonly string[],
): Promise<number> =>
  countingVersion(tx, projectId, groupId, [
    sql`
      DELETE FROM group_members
      WHERE project_id = ${projectId} AND group_id = ${groupId} AND account_id = ANY(${[...accountIds]})`,
  ])

/** Runs changes of members; the group has a new version when any of them changed something. Answers how many rows. */
export async function countingVersion(
  tx: Executor,
  projectId: string,
  groupId: string,
  changes: readonly Sql[],
): Promise<number> {
  let changed = 0
  for (const change of changes) changed += await tx.run(change)
  if (changed > 0)
    await tx.run(sql`
      UPDATE groups SET version = version + 1, version_at = now(), updated_at = now()
      WHERE project_id = ${projectId} AND id = ${groupId}`)
  return changed
}

/** The groups an account is about to leave for good have a new version; locks them in the order of their ids. */
export const countLeaving = (tx: Executor, projectId: string, accountId: string): Promise<number> =>
  tx.run(sql`
    UPDATE groups SET version = version + 1, version_at = now(), updated_at = now()
    WHERE project_id = ${projectId} AND id IN (
      SELECT g.id FROM groups g JOIN group_members m ON m.project_id = g.project_id AND m.group_id = g.id
      WHERE m.project_id = ${projectId} AND m.account_id = ${accountId} ORDER BY g.id FOR NO KEY UPDATE OF g)`)

/** Deletes the group with its memberships; the accounts stay. */
export const deleteGroup = (tx: Executor, projectId: string, groupId: string): Promise<number> =>
  tx.run(sql`DELETE FROM groups WHERE project_id = ${projectId} AND id = ${groupId}`)
