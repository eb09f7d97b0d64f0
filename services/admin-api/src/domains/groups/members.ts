import { addGroupMembers, removeGroupMembers } from '@signet/accounts'
import { operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { recordAudit } from '@signet/events'
import { refuse } from '@signet/runtime'
import { toRecord } from '../../audit-record.ts'
import { implement } from '../../implement.ts'
import { findGroup, findOwnGroup, lockOwnGroup } from './group-store.ts'

/** Each account that joins or leaves gets an entry of its own for its timeline. */
const joining = { audit: { action: 'enduser.group.join', target: 'EndUser' } } as const
const leaving = { audit: { action: 'enduser.group.leave', target: 'EndUser' } } as const

/** Existing members are unchanged. */
export const project_group_member_add = implement(operations.project_group_member_add, {
  async prepare({ deps, project }, { groupId, userIds }) {
    const { displayName } = await findOwnGroup(deps.database, project.id, groupId)
    const ids = [...new Set(userIds)]
    const found = await deps.database.rows<{ id: string }>(
      sql`SELECT id FROM accounts WHERE project_id = ${project.id} AND id = ANY(${ids})`,
    )
    if (found.length < ids.length) refuse('not_found')
    return { ids, displayName, target: { id: groupId, detail: { displayName, userIds: ids } } }
  },

  lock: ({ sql: tx }, { project }, { groupId }) => lockOwnGroup(tx, project.id, groupId),

  async apply({ sql: tx }, { caller, project }, { groupId }, { ids, displayName }) {
    const { joined } = await addGroupMembers(tx, project.id, groupId, ids)
    const detail = { groupId, group: displayName }
    await recordAudit(tx, ...joined.map((id) => toRecord(joining, caller, project, { id, detail })))
    return { added: joined.length, members: (await findGroup(tx, project.id, groupId)).members }
  },
})

export const project_group_member_remove = implement(operations.project_group_member_remove, {
  async prepare({ deps, project }, { groupId, userId }) {
    const { displayName } = await findOwnGroup(deps.database, project.id, groupId)
    const [member] = await deps.database.rows<object>(sql`
      SELECT 1 FROM group_members WHERE project_id = ${project.id} AND group_id = ${groupId} AND account_id = ${userId}`)
    if (!member) refuse('not_found')
    return { displayName, target: { id: groupId, detail: { displayName, userId } } }
  },

  lock: ({ sql: tx }, { project }, { groupId }) => lockOwnGroup(tx, project.id, groupId),

  async apply({ sql: tx }, { caller, project }, { groupId, userId }, { displayName }) {
    const { left } = await removeGroupMembers(tx, project.id, groupId, [userId])
    if (left.length !== 1) refuse('not_found')
    const detail = { groupId, group: displayName }
    await recordAudit(tx, toRecord(leaving, caller, project, { id: userId, detail }))
    return {}
  },
})
