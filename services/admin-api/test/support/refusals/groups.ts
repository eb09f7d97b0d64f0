import { managedGroup, newGroup } from '../attempts.ts'
import type { Cases } from './index.ts'

export const groups: Cases = {
  project_group_create: {
    already_exists: async (world) => {
      const { displayName } = await world.ok(world.people.owner, 'project_group_get', await newGroup(world))
      return { input: { projectId: world.project, displayName: displayName.toUpperCase() } }
    },
  },
  project_group_update: {
    already_exists: async (world) => {
      const { displayName } = await world.ok(world.people.owner, 'project_group_get', await newGroup(world))
      return { input: { ...(await newGroup(world)), displayName: displayName.toUpperCase() } }
    },
    group_managed: managedGroup({ displayName: 'x' }),
  },
  project_group_delete: { group_managed: managedGroup({}) },
  project_group_member_add: { group_managed: managedGroup({ userIds: ['usr_x'] }) },
  project_group_member_remove: { group_managed: managedGroup({ userId: 'usr_x' }) },
}
