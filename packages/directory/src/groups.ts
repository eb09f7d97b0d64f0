import { type Executor, sql } from '@signet/db'
import { refusingDuplicates } from './accounts.ts'
import { normaliseKey } from './normalise.ts'

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
      VALUES (${group.projectId}, ${group.id}, ${group.displayName}, ${normaliseKey(group.displayName)},
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
      UPDATE groups SET display_name = ${displayName}, display_name_key = ${normaliseKey(displayName)}, updated_at = now()
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
  tx.run(sql`
    INSERT INTO group_members (project_id, group_id, account_id)
    SELECT a.project_id, ${groupId}, a.id FROM accounts a
    WHERE a.project_id = ${projectId} AND a.id = ANY(${[...accountIds]}) ON CONFLICT DO NOTHING`)

/** Answers how many memberships ended. */
export const removeGroupMembers = (
  tx: Executor,
  projectId: string,
  groupId: string,
  accountIds: readonly string[],
): Promise<number> =>
  tx.run(sql`
    DELETE FROM group_members
    WHERE project_id = ${projectId} AND group_id = ${groupId} AND account_id = ANY(${[...accountIds]})`)

/** Deletes the group with its memberships; the accounts stay. */
export const deleteGroup = (tx: Executor, projectId: string, groupId: string): Promise<number> =>
  tx.run(sql`DELETE FROM groups WHERE project_id = ${projectId} AND id = ${groupId}`)
