import { isAtCap } from '@signet/accounts'
import {
  type AnswerOf,
  type Operations,
  type PlanLimitName,
  planLimitNames,
  type Settings,
} from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import type { ProjectRow } from '../../projects/row.ts'

type Usage = NonNullable<AnswerOf<Operations['project_summary_get']>['plan']>

const nearShare = 0.8

/** Null for a System project and for a project without a plan. */
export async function planUsage(
  executor: Executor,
  settings: Settings,
  project: ProjectRow,
  monthlyActiveUsers: number,
): Promise<Usage | null> {
  if (project.plan === null) return null
  const { id, name, limits, features } = project.plan
  const usage = {
    monthlyActiveUsers,
    projectsPerAdministrator: await mostOwned(executor, project.teamId),
    applicationsPerProject: project.applications,
    apisPerProject: project.apis,
  }
  return {
    id,
    name,
    limits,
    features,
    usage,
    warnings: planLimitNames.flatMap((limit) => warningOf(limit, usage[limit], limits[limit])),
    signUpsPaused: isAtCap(settings, limits.monthlyActiveUsers, monthlyActiveUsers),
  }
}

function warningOf(limit: PlanLimitName, used: number, max: number | null): Usage['warnings'] {
  if (max === null || used < max * nearShare) return []
  return [{ limit, level: used >= max ? 'reached' : 'near' }]
}

/** The limit stops the owner with the most projects first. */
async function mostOwned(executor: Executor, teamId: string): Promise<number> {
  const [row] = await executor.rows<{ most: number }>(sql`
    SELECT COALESCE(max(owned), 0)::int AS most FROM (
      SELECT count(*) AS owned FROM team_members o
      JOIN team_members m ON m.account_id = o.account_id AND m.role = 'owner'
      JOIN projects p ON p.team_id = m.team_id AND NOT p.system
      WHERE o.team_id = ${teamId} AND o.role = 'owner' GROUP BY o.account_id) counted`)
  return row?.most ?? 0
}
