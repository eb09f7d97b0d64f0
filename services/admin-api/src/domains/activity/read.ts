import { type Executor, sql } from '@signet/db'
import { type ActiveUsersOf, activityOf } from '@signet/sessions'
import { addMonths, firstDay } from './calendar.ts'

type ActiveUsers = Omit<ActiveUsersOf, 'period'>

export const nobody: ActiveUsers = { total: 0, local: 0, upstream: 0, renewal: 0, directoryProvisioned: 0 }

/** When this instance began to count; nothing before it is known. */
export async function countingSince(executor: Executor): Promise<Date | null> {
  const [row] = await executor.rows<{ since: Date }>(
    sql`SELECT activity_counted_since AS since FROM instance`,
  )
  return row?.since ?? null
}

/** Figures of a project's months by month, both included: kept ones of closed months, and what the marks say. */
export async function monthsOf(
  executor: Executor,
  projectId: string,
  from: string,
  to: string,
): Promise<Map<string, ActiveUsers>> {
  const [kept, marked] = await Promise.all([
    executor.rows<{ month: string; kind: string; people: number }>(sql`
      SELECT to_char(month, 'YYYY-MM') AS month, kind, people FROM activity_months
      WHERE project_id = ${projectId} AND month BETWEEN ${firstDay(from)}::date AND ${firstDay(to)}::date`),
    activityOf(executor, projectId, 'month', firstDay(from), firstDay(addMonths(to, 1))),
  ])
  const months = new Map<string, ActiveUsers>()
  for (const { month, kind, people } of kept) {
    const name = kind === 'directory' ? 'directoryProvisioned' : kind
    months.set(month, { ...nobody, ...months.get(month), [name]: people })
  }
  for (const { period, ...figures } of marked) {
    const month = period.slice(0, 7)
    // Of a closed month marks may be half swept; what was kept of it is the whole.
    if (figures.total > (months.get(month)?.total ?? 0)) months.set(month, figures)
  }
  return months
}
