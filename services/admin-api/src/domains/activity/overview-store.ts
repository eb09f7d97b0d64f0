import { type Executor, sql } from '@signet/db'
import type { Administrator } from '../../caller.ts'
import { loadAllDestroyed, loadProjects } from '../projects/read.ts'
import { addMonths, firstDay } from './calendar.ts'

export interface VisibleProject {
  readonly id: string
  readonly name: string
  readonly teamId: string | null
  /** Null for a project that exists. */
  readonly lastOwner: string | null
  readonly destroyedAt: Date | null
}

/** Includes destroyed projects. */
export async function projectsSeenBy(executor: Executor, caller: Administrator): Promise<VisibleProject[]> {
  const [existing, destroyed] = await Promise.all([
    loadProjects(executor, caller),
    loadAllDestroyed(executor, caller),
  ])
  return [
    ...existing.map(({ id, name, teamId }) => ({ id, name, teamId, lastOwner: null, destroyedAt: null })),
    ...destroyed.map(({ lastTeamId: teamId, ...project }) => ({ ...project, teamId })),
  ]
}

interface Total {
  readonly projectId: string
  /** YYYY-MM or YYYY-MM-DD. */
  readonly period: string
  readonly total: number
}

/** The larger of the stored figure of a closed month and the count of its marks. */
export const monthTotals = (
  executor: Executor,
  ids: readonly string[],
  from: string,
  to: string,
): Promise<Total[]> =>
  executor.rows<Total>(sql`
    SELECT "projectId", to_char(month, 'YYYY-MM') AS period, max(total)::int AS total FROM (
      SELECT project_id AS "projectId", month, people AS total FROM activity_months
      WHERE kind = 'total' AND project_id = ANY(${ids}) AND month BETWEEN ${firstDay(from)}::date AND ${firstDay(to)}::date
      UNION ALL
      SELECT project_id, date_trunc('month', day)::date, count(DISTINCT account_id) FROM activity_marks
      WHERE project_id = ANY(${ids}) AND day >= ${firstDay(from)}::date AND day < ${firstDay(addMonths(to, 1))}::date
      GROUP BY 1, 2) counted
    GROUP BY 1, 2`)

/** Stored for destroyed projects, otherwise counted from the marks. */
export const dayTotals = (executor: Executor, ids: readonly string[], month: string): Promise<Total[]> =>
  executor.rows<Total>(sql`
    SELECT "projectId", day::text AS period, max(total)::int AS total FROM (
      SELECT project_id AS "projectId", day, people AS total FROM activity_days
      WHERE kind = 'total' AND project_id = ANY(${ids})
        AND day >= ${firstDay(month)}::date AND day < ${firstDay(addMonths(month, 1))}::date
      UNION ALL
      SELECT project_id, day, count(DISTINCT account_id) FROM activity_marks
      WHERE project_id = ANY(${ids}) AND day >= ${firstDay(month)}::date AND day < ${firstDay(addMonths(month, 1))}::date
      GROUP BY 1, 2) counted
    GROUP BY 1, 2`)

interface Customer {
  readonly id: string
  readonly name: string
  readonly contacts: string[]
}

export const customersOf = (executor: Executor, teamIds: readonly string[]): Promise<Customer[]> =>
  executor.rows<Customer>(sql`
    SELECT t.id, t.name, COALESCE(array_agg(a.email ORDER BY a.email) FILTER (WHERE a.email IS NOT NULL), '{}') AS contacts
    FROM teams t LEFT JOIN team_members m ON m.team_id = t.id AND m.role = 'owner'
    LEFT JOIN accounts a ON a.project_id = m.project_id AND a.id = m.account_id
    WHERE t.id = ANY(${teamIds}) GROUP BY t.id, t.name ORDER BY t.name, t.id`)
