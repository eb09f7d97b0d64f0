import { addGroupMembers, removeGroupMembers } from '@signet/accounts'
import { operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { implement } from '../../implement.ts'
import { findGroup, findOwnGroup, lockOwnGroup } from './group-store.ts'

/** Every id must be an account of the project; who is a member already stays as they are. */
export const project_group_member_add = implement(operations.project_group_member_add, {
  async prepare({ deps, project }, { groupId, userIds }) {
    const { displayName } = await findOwnGroup(deps.database, project.id, groupId)
    const ids = [...new Set(userIds)]
    const found = await deps.database.rows<{ id: string }>(
      sql`SELECT id FROM accounts WHERE project_id = ${project.id} AND id = ANY(${ids})`,
    )
    if (found.length < ids.length) refuse('not_found')
    return { ids, target: { id: groupId, detail: { displayName, userIds: ids } } }
  },

  lock: ({ sql: tx }, { project }, { groupId }) => lockOwnGroup(tx, project.id, groupId),

  async apply({ sql: tx }, { project }, { groupId }, { ids }) {
    const added = await addGroupMembers(tx, project.id, groupId, ids)
    return { added, members: (await findGroup(tx, project.id, groupId)).members }
  },
})

/** Sessions and tokens are untouched: the next token no longer names the group. */
export const project_group_member_remove = implement(operations.project_group_member_remove, {
  async prepare({ deps, project }, { groupId, userId }) {
    const { displayName } = await findOwnGroup(deps.database, project.id, groupId)
    const [member] = await deps.database.rows<object>(sql`
      SELECT 1 FROM group_members WHERE project_id = ${project.id} AND group_id = ${groupId} AND account_id = ${userId}`)
    if (!member) refuse('not_found')
    return { target: { id: groupId, detail: { displayName, userId } } }
  },

  lock: ({ sql: tx }, { project }, { groupId }) => lockOwnGroup(tx, project.id, groupId),

  async apply({ sql: tx }, { project }, { groupId, userId }) {
    const removed = await removeGroupMembers(tx, project.id, groupId, [userId])
    return removed === 1 ? {} : refuse('not_found')
  },
})
