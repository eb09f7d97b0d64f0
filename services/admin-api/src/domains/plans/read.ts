import { type Executor, raw, sql } from '@signet/db'
import { loadSettings } from '@signet/directory'
import { refuse } from '@signet/runtime'
import type { Administrator } from '../../caller.ts'
import type { ProjectRow } from '../projects/read.ts'

/** What a plan limits per project: its column, and what is counted. */
const limited = {
  applicationsPerProject: {
    column: raw('applications_per_project'),
    counted: sql`(SELECT count(*)::int FROM clients c WHERE c.project_id = p.id AND NOT c.built_in)`,
    called: 'applications',
  },
  apisPerProject: {
    column: raw('apis_per_project'),
    counted: sql`(SELECT count(*)::int FROM resources r WHERE r.project_id = p.id)`,
    called: 'APIs',
  },
} as const

/**
 * Refuses one more than the project's plan allows, counted under the lock of the project's row. Plans govern only while
 * they are enforced, and never super administrators or System projects.
 */
export async function refusePlanLimit(
  tx: Executor,
  caller: Administrator,
  project: ProjectRow,
  limit: keyof typeof limited,
): Promise<void> {
  if (caller.superAdministrator || project.system || !(await loadSettings(tx))['plans.enabled']) return
  const { column, counted, called } = limited[limit]
  const [row] = await tx.rows<{ max: number | null; plan: string; count: number }>(sql`
    SELECT plan.${column} AS max, plan.name AS plan, ${counted} AS count
    FROM projects p JOIN plans plan ON plan.id = p.plan_id WHERE p.id = ${project.id}`)
  if (row && row.max !== null && row.count >= row.max)
    refuse('plan_limit', {
      detail: `The plan ${row.plan} allows ${row.max} ${called} in a project.`,
      members: { limit, max: row.max, plan: row.plan },
    })
}
