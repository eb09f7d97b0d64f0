import { operations } from '@signet/contracts'
import { assignGroup, groupHandOver, lockHandOver, refuseForeignMembers } from '@signet/provisioning'
import { implement } from '../../implement.ts'
import { findConnection } from '../directories/read.ts'
import { findGroup, findOwnGroup, toGroup } from './group-store.ts'

/** Every member must belong to the connection. */
export const project_group_assign_connection = implement(operations.project_group_assign_connection, {
  async prepare({ deps, project }, { groupId, connectionId, confirm, expect }) {
    const { displayName, members } = await findOwnGroup(deps.database, project.id, groupId)
    const connection = await findConnection(deps.database, project.id, connectionId)
    const handOver = await groupHandOver(deps.database, { projectId: project.id, groupId, connectionId })
    // A confirmation with outdated counts gets the fresh preview first.
    if (confirm && expect?.foreign === handOver.foreign && expect.managed === handOver.managed)
      refuseForeignMembers(handOver)
    return {
      displayName,
      connection: connection.displayName,
      target: { id: groupId, connectionId, detail: { displayName, members } },
      shows: { displayName, connection: connection.displayName },
    }
  },

  async preview(executor, { project }, { groupId, connectionId }, { displayName, connection }) {
    const { managed, foreign, blockers } = await groupHandOver(executor, {
      projectId: project.id,
      groupId,
      connectionId,
    })
    return {
      consequences: [
        `Only ${connection} can change the group ${displayName} and its ${managed + foreign} members afterwards.`,
        ...(foreign > 0
          ? [`${foreign} members are not managed by ${connection} and prevent the assignment.`]
          : []),
      ],
      expect: { connectionId, managed, foreign },
      blockers,
    }
  },

  previewTells: ['group_has_foreign_members'],

  lock: ({ sql: tx }, { project }, { groupId, connectionId }) =>
    lockHandOver(tx, { projectId: project.id, groupId, connectionId }),

  async apply({ sql: tx }, { project }, { groupId, connectionId }) {
    await assignGroup(tx, { projectId: project.id, groupId, connectionId })
    return toGroup(await findGroup(tx, project.id, groupId))
  },
})
