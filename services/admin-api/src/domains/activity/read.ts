import { type Executor, sql } from '@signet/db'
import { type ActiveUsersOf, activityOf } from '@signet/sessions'
import { addMonths, firstDay } from './calendar.ts'

type ActiveUsers = Omit<ActiveUsersOf, 'period'>

export const nobody: ActiveUsers = { total: 0, local: 0, upstream: 0, renewal: 0, directoryProvisioned: 0 }

export async function countingSince(executor: Executor): Promise<Date | null> {
  const [row] = await executor.rows<{ since: Date }>(
    sql`SELECT activity_counted_since AS since FROM instance`,
  )
  return row?.since ?? null
}

/** Closed months are stored, others counted from the marks. */
export async function monthsOf(
  executor: Executor,
  projectId: string,
  from: string,
  to: string,
): Promise<Map<string, ActiveUsers>> {
  const [kept, marked] = await Promise.all([
    executor.rows<StoredFigure>(sql`
      SELECT to_char(month, 'YYYY-MM') AS period, kind, people FROM activity_months
      WHERE project_id = ${projectId} AND month BETWEEN ${firstDay(from)}::date AND ${firstDay(to)}::date`),
    activityOf(executor, projectId, 'month', firstDay(from), firstDay(addMonths(to, 1))),
  ])
  const months = figuresOf(kept)
  for (const { period, ...figures } of marked) {
    const month = period.slice(0, 7)
    // The marks of a closed month may be partly removed. Its stored figure is complete.
    if (figures.total > (months.get(month)?.total ?? 0)) months.set(month, figures)
  }
  return months
}

interface StoredFigure {
  /** YYYY-MM or YYYY-MM-DD. */
  readonly period: string
  readonly kind: string
  readonly people: number
}

function figuresOf(kept: readonly StoredFigure[]): Map<string, ActiveUsers> {
  const found = new Map<string, ActiveUsers>()
  for (const { period, kind, people } of kept) {
    const name = kind === 'directory' ? 'directoryProvisioned' : kind
    found.set(period, { ...nobody, ...found.get(period), [name]: people })
  }
  return found
}

/** Stored for a destroyed project, otherwise counted from the marks. */
export async function daysOfMonth(
  executor: Executor,
  projectId: string,
  month: string,
): Promise<Map<string, ActiveUsers>> {
  const [from, to] = [firstDay(month), firstDay(addMonths(month, 1))]
  const [kept, marked] = await Promise.all([
    executor.rows<StoredFigure>(sql`
      SELECT day::text AS period, kind, people FROM activity_days
      WHERE project_id = ${projectId} AND day >= ${from}::date AND day < ${to}::date`),
    activityOf(executor, projectId, 'day', from, to),
  ])
  const days = figuresOf(kept)
  for (const { period, ...figures } of marked)
    if (figures.total > (days.get(period)?.total ?? 0)) days.set(period, figures)
  return days
}
