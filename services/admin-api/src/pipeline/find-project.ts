import type { Operation } from '@signet/contracts'
import type { Deps } from '../deps.ts'
import {
  type DestroyedProject,
  loadDestroyed,
  loadProject,
  type ProjectRow,
} from '../domains/projects/read.ts'

/** The project of the path, as it stands or as what is left of it. */
export interface Found {
  readonly project: ProjectRow | null
  readonly destroyed: DestroyedProject | null
}

/** Reads the project of the path; an unknown one is left to `authorise`, so that it is refused like a hidden one. */
export async function findProject(
  { keyed }: Deps,
  { access }: Operation,
  input: Record<string, unknown>,
): Promise<Found> {
  if (access.to !== 'project') return { project: null, destroyed: null }
  const projectId = String(input.projectId)
  const project = await loadProject(keyed, projectId)
  const destroyed = project || !access.evenDestroyed ? null : await loadDestroyed(keyed, projectId)
  return { project, destroyed }
}
