import { deleteGroup, renameGroup } from '@signet/accounts'
import { operations } from '@signet/contracts'
import { changesDetail, implement, namesNothing } from '../../implement.ts'
import { findGroup, findOwnGroup, lockOwnGroup, toGroup } from './group-store.ts'

export const project_group_update = implement(operations.project_group_update, {
  async prepare({ deps, project }, { groupId, displayName }) {
    const group = await findOwnGroup(deps.database, project.id, groupId)
    const detail = changesDetail(group, displayName === undefined ? {} : { displayName })
    return { unchanged: namesNothing(detail), target: { id: groupId, detail } }
  },

  lock: ({ sql: tx }, { project }, { groupId }) => lockOwnGroup(tx, project.id, groupId),

  async apply({ sql: tx }, { project }, { groupId, displayName }) {
    if (displayName !== undefined) await renameGroup(tx, project.id, groupId, displayName)
    return toGroup(await findGroup(tx, project.id, groupId))
  },
})

export const project_group_delete = implement(operations.project_group_delete, {
  async prepare({ deps, project }, { groupId }) {
    const { displayName, members } = await findOwnGroup(deps.database, project.id, groupId)
    return { target: { id: groupId, detail: { displayName, members } }, shows: { displayName, members } }
  },

  lock: ({ sql: tx }, { project }, { groupId }) => lockOwnGroup(tx, project.id, groupId),

  async apply({ sql: tx }, { project }, { groupId }) {
    await deleteGroup(tx, project.id, groupId)
    return {}
  },
})
