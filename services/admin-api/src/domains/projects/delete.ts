import { limits, operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { bumpProject } from '@signet/tenancy'
import type { Administrator } from '../../caller.ts'
import { implement } from '../../implement.ts'
import { projectRights } from '../../projects/rights.ts'
import { loadProject, type ProjectRow } from '../../projects/row.ts'
import { toProject } from '../../projects/to-project.ts'
import { enqueueDueNotices, startNotices } from './logout-notices.ts'

/** The right to delete depends on the present accounts, read under the lock of the project. */
async function loadDeletable(
  executor: Executor,
  caller: Administrator,
  { id }: ProjectRow,
): Promise<ProjectRow> {
  const project = (await loadProject(executor, id)) ?? refuse('not_found')
  if (!projectRights(caller, project).can.delete)
    refuse('forbidden', { detail: 'You do not hold can.delete on this project.', reason: 'can.delete' })
  return project
}

/** Accounts, sessions and tokens stay, so that a restore reactivates them; applications receive logout notices. */
export const project_delete = implement(operations.project_delete, {
  async prepare({ project }) {
    return { target: { id: project.id, detail: { name: project.name, days: limits.projectDeletionDays } } }
  },

  lock: async ({ sql: tx }, { caller, project }) => void (await loadDeletable(tx, caller, project)),

  async apply({ sql: tx }, { caller, project }) {
    const [row] = await tx.rows<{ scheduledAt: Date; purgeAt: Date }>(sql`
      UPDATE projects SET deletion_scheduled_at = now(), deletion_scheduled_by = ${caller.accountId},
        purge_at = now() + make_interval(days => ${limits.projectDeletionDays}::int)
      WHERE id = ${project.id} RETURNING deletion_scheduled_at AS "scheduledAt", purge_at AS "purgeAt"`)
    if (!row) refuse('not_found')
    await startNotices(tx, project.id)
    await bumpProject(tx, project.id)
    return {
      scheduledAt: row.scheduledAt.toISOString(),
      purgeAt: row.purgeAt.toISOString(),
      scheduledBy: caller.accountId,
    }
  },

  async after({ deps, project }, _input, _prepared, answer) {
    // The purge worker continues after a failure.
    await enqueueDueNotices(deps.database, project.id, deps.config.SIGNET_BASE_URL).catch((error) =>
      deps.logger.warn({ err: error, projectId: project.id }, 'logout notices were not enqueued'),
    )
    return answer
  },
})

/** The destruction must not have begun. */
export const project_restore = implement(operations.project_restore, {
  async prepare({ deps, project }) {
    await refuseUnlessScheduled(deps.database, project.id)
    const { name, purgeAt } = project
    return {
      target: { id: project.id, detail: { name } },
      shows: { name, purgeAt: purgeAt?.toISOString() ?? null },
    }
  },

  lock: ({ sql: tx }, { caller, project }) => lockScheduled(tx, caller, project),

  async apply({ sql: tx }, { deps, caller, project }) {
    await tx.run(sql`
      UPDATE projects SET deletion_scheduled_at = NULL, deletion_scheduled_by = NULL, purge_at = NULL,
        logout_cursor = NULL
      WHERE id = ${project.id}`)
    await bumpProject(tx, project.id)
    const row = (await loadProject(tx, project.id)) ?? refuse('not_found')
    return toProject(tx, row, caller, deps.config.SIGNET_BASE_URL)
  },
})

export async function refuseUnlessScheduled(executor: Executor, projectId: string): Promise<void> {
  const [row] = await executor.rows<{ scheduled: boolean; begun: boolean }>(sql`
    SELECT deletion_scheduled_at IS NOT NULL AS scheduled,
      purge_started_at IS NOT NULL OR COALESCE(purge_at <= now(), false) AS begun
    FROM projects WHERE id = ${projectId}`)
  if (!row?.scheduled) refuse('project_not_scheduled')
  if (row.begun) refuse('destruction_under_way')
}

/** Repeats the check with the present right to delete. The lock serializes restore and purge. */
export async function lockScheduled(tx: Executor, caller: Administrator, project: ProjectRow): Promise<void> {
  await tx.rows<object>(sql`SELECT 1 FROM projects WHERE id = ${project.id} FOR NO KEY UPDATE`)
  await refuseUnlessScheduled(tx, project.id)
  await loadDeletable(tx, caller, project)
}
