import { operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { implementRead } from '../../implement.ts'
import { readList } from '../../lists/page.ts'
import { startsWith } from '../users/read.ts'
import { findGroup, groupListing, readGroups, readMembers, toGroup } from './group-store.ts'

export const project_group_list = implementRead(
  operations.project_group_list,
  async ({ deps: { database }, project: { id } }, input) => {
    const read = (ids?: readonly string[]) => readGroups(database, id, ids)
    const { rows, page } = await readList(
      operations.project_group_list,
      database,
      groupListing(id),
      input,
      read,
    )
    return { groups: rows.map(toGroup), ...page }
  },
)

export const project_group_get = implementRead(
  operations.project_group_get,
  async ({ deps, project }, { groupId }) => toGroup(await findGroup(deps.database, project.id, groupId)),
)

export const project_group_member_list = implementRead(
  operations.project_group_member_list,
  async ({ deps, project, settings }, { groupId, startIndex, count, q }) => {
    await findGroup(deps.database, project.id, groupId)
    const where = q === undefined ? sql`true` : startsWith(q)
    const members = { projectId: project.id, groupId, where, settings }
    return readMembers(deps.database, members, count, startIndex - 1)
  },
)
