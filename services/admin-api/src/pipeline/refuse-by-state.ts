import { type Noun, nounOf, type Operation, refusedWhileScheduled } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import type { ProjectRow } from '../projects/row.ts'
import type { OperationRequest, WithProject } from './call.ts'

/** See concepts.md, "Errors". */
export function refuseByState({
  operation,
  project,
}: Pick<OperationRequest, 'operation'> & WithProject): void {
  if (project?.deletionScheduledAt && refusedWhileScheduled(operation))
    refuse('project_scheduled_for_deletion')
}

/** Changes of these nouns run concurrently, like those of directories, because they do not change the project's row. */
const sharing: readonly Noun[] = ['users', 'groups']

/**
 * A deletion may be scheduled before the lock. A change that increments the project's version takes the same lock as an update of the
 * row; two changes with a shared lock would deadlock.
 */
export async function refuseByLockedState(
  operation: Operation,
  project: ProjectRow | null,
  tx: Executor,
): Promise<void> {
  if (!project || !refusedWhileScheduled(operation)) return
  const lock = sharing.includes(nounOf(operation.tool)) ? sql`FOR SHARE` : sql`FOR NO KEY UPDATE`
  const [row] = await tx.rows<{ scheduled: boolean }>(
    sql`SELECT deletion_scheduled_at IS NOT NULL AS scheduled FROM projects WHERE id = ${project.id} ${lock}`,
  )
  if (!row) refuse('not_found')
  if (row.scheduled) refuse('project_scheduled_for_deletion')
}
