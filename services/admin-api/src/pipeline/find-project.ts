import type { Operation } from '@signet/contracts'
import type { Deps } from '../deps.ts'
import { loadProject, type ProjectRow } from '../domains/projects/read.ts'

/** Reads the project of the path; an unknown one is left to `authorise`, so that it is refused like a hidden one. */
export const findProject = async (
  deps: Deps,
  operation: Operation,
  input: Record<string, unknown>,
): Promise<ProjectRow | null> =>
  operation.access.to === 'project' ? loadProject(deps.database, String(input.projectId)) : null
