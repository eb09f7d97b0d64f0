import type { Project } from '@signet/contracts'
import type { Input } from '../../api/client.ts'

/** Returns only the changed fields: the server previews changes that tighten sign-in. */
export function changesOf(project: Project, next: Partial<Project>): Input<'project_update'> {
  const changed = Object.entries(next).filter(([field, value]) => project[field as keyof Project] !== value)
  return { projectId: project.id, ...Object.fromEntries(changed) }
}
