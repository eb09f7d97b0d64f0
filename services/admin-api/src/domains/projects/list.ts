import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { readList } from '../../lists/page.ts'
import { toProject, toProjects } from '../../projects/to-project.ts'
import { loadProjects, projectListing } from './read.ts'

export const project_list = implementRead(operations.project_list, async ({ deps, caller }, input) => {
  const { database, config } = deps
  const read = (ids?: readonly string[]) => loadProjects(database, caller, ids)
  const { rows, page } = await readList(
    operations.project_list,
    database,
    projectListing(caller, input),
    input,
    read,
  )
  return { projects: await toProjects(database, rows, caller, config.SIGNET_BASE_URL), ...page }
})

export const project_get = implementRead(operations.project_get, async ({ deps, caller, project }) =>
  toProject(deps.database, project, caller, deps.config.SIGNET_BASE_URL),
)
