import { acrossProjects } from '@signet/db/unscoped'
import type { Deps, HandlerDeps } from '../deps.ts'

/** A call without a project, for example a list of projects, reaches all projects. */
export const limitToProject = (deps: Deps, project: { readonly id: string } | null): HandlerDeps => ({
  ...deps,
  database: project ? deps.database.inProject(project.id) : acrossProjects(deps.database),
  keyLookupPool: project ? deps.keyLookupPool.inProject(project.id) : acrossProjects(deps.keyLookupPool),
})
