import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { loadProjects } from './read.ts'
import { toProject } from './to-project.ts'

export const project_list = implementRead(operations.project_list, async ({ deps, caller }) => ({
  projects: (await loadProjects(deps.database, caller)).map((row) =>
    toProject(row, caller, deps.config.SIGNET_BASE_URL),
  ),
}))

export const project_get = implementRead(operations.project_get, async ({ deps, caller, project }) =>
  toProject(project, caller, deps.config.SIGNET_BASE_URL),
)
