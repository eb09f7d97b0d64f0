import { noteRequest } from '@signet/runtime'
import { loadDestroyed, loadProject } from '../projects/row.ts'
import type { OperationRequest, WithInput, WithProject } from './call.ts'

/** `authorize` refuses an unknown project like a hidden one. */
export async function findProject({
  deps,
  operation: { access },
  input,
}: Pick<OperationRequest, 'deps' | 'operation'> & WithInput): Promise<WithProject> {
  if (access.to !== 'project') return { project: null, destroyed: null }
  const projectId = String(input.projectId)
  const keyLookupPool = deps.keyLookupPool.inProject(projectId)
  const project = await loadProject(keyLookupPool, projectId)
  if (project) noteRequest({ project: projectId })
  const destroyed = project || !access.evenDestroyed ? null : await loadDestroyed(keyLookupPool, projectId)
  return { project, destroyed }
}
