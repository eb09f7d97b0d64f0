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
    executor.rows<Kept>(sql`
      SELECT to_char(month, 'YYYY-MM') AS period, kind, people FROM activity_months
      WHERE project_id = ${projectId} AND month BETWEEN ${firstDay(from)}::date AND ${firstDay(to)}::date`),
    activityOf(executor, projectId, 'month', firstDay(from), firstDay(addMonths(to, 1))),
  ])
  const months = figuresOf(kept)
  for (const { period, ...figures } of marked) {
    const month = period.slice(0, 7)
    // Of a closed month marks may be half swept; what was kept of it is the whole.
    if (figures.total > (months.get(month)?.total ?? 0)) months.set(month, figures)
  }
  return months
}

interface Kept {
  /** YYYY-MM or YYYY-MM-DD. */
  readonly period: string
  readonly kind: string
  readonly people: number
}

/** Collects stored figures, a row for each kind, by their period. */
function figuresOf(kept: readonly Kept[]): Map<string, ActiveUsers> {
  const found = new Map<string, ActiveUsers>()
  for (const { period, kind, people } of kept) {
    const name = kind === 'directory' ? 'directoryProvisioned' : kind
    found.set(period, { ...nobody, ...found.get(period), [name]: people })
  }
  return found
}

/** Figures of the days of a month: stored ones of a destroyed project, or counted from the marks. */
export async function daysOfMonth(
  executor: Executor,
  projectId: string,
  month: string,
): Promise<Map<string, ActiveUsers>> {
  const [from, to] = [firstDay(month), firstDay(addMonths(month, 1))]
  const [kept, marked] = await Promise.all([
    executor.rows<Kept>(sql`
      SELECT day::text AS period, kind, people FROM activity_days
      WHERE project_id = ${projectId} AND day >= ${from}::date AND day < ${to}::date`),
    activityOf(executor, projectId, 'day', from, to),
  ])
  const days = figuresOf(kept)
  for (const { period, ...figures } of marked)
    if (figures.total > (days.get(period)?.total ?? 0)) days.set(period, figures)
  return days
}
