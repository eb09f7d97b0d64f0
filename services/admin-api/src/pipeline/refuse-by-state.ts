import { type Noun, nounOf, type Operation, refusedWhileScheduled } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import type { ProjectRow } from '../projects/row.ts'
import type { Found, Received } from './call.ts'

/** Any change to a project scheduled for deletion, or to anything it holds, is refused (concepts.md, "Errors"). */
export function refuseByState({ operation, project }: Pick<Received, 'operation'> & Found): void {
  if (project?.deletionScheduledAt && refusedWhileScheduled(operation))
    refuse('project_scheduled_for_deletion')
}

/** Changes of these go on side by side, as those of directories do: none of them changes the project's row. */
const sharing: readonly Noun[] = ['users', 'groups']

/**
 * The same under the lock of the project's row: a deletion scheduled in between wins. Where a change bumps the project's
 * version, the lock is the one that a change of the row itself takes: with a shared lock two of them would deadlock.
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
