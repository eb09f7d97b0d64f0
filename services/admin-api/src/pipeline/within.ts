import { acrossProjects } from '@signet/db/unscoped'
import type { Deps, HandlerDeps } from '../deps.ts'

/** A call about a project reaches that project's rows; one about none, such as a list of projects, every project's. */
export const within = (deps: Deps, project: { readonly id: string } | null): HandlerDeps => ({
  ...deps,
  database: project ? deps.database.inProject(project.id) : acrossProjects(deps.database),
  keyed: project ? deps.keyed.inProject(project.id) : acrossProjects(deps.keyed),
})
