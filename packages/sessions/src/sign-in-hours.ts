import type { CountedFailure, SignInMethod } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'

export interface CountedSignIns {
  readonly projectId: string
  /** Start of the hour, ISO 8601. */
  readonly hour: string
  readonly method: SignInMethod
  readonly outcome: 'succeeded' | CountedFailure
  /** Empty for other methods. */
  readonly providerId: string
  readonly count: number
}

/** A year and the month to compare with. */
const keptMonths = 13

/** One statement. Sign-ins of a destroyed project are dropped. */
export const addSignIns = (executor: Executor, counts: readonly CountedSignIns[]): Promise<number> =>
  executor.run(sql`
    INSERT INTO sign_in_hours AS h (project_id, hour, method, outcome, provider_id, count, expires_at)
    SELECT p.id, n.hour, n.method, n.outcome, n."providerId", n.count,
      n.hour + make_interval(months => ${keptMonths}::int)
    FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) AS n("projectId" text, hour timestamptz, method text,
      outcome text, "providerId" text, count int)
    JOIN projects p ON p.id = n."projectId" AND p.purge_started_at IS NULL
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (project_id, hour, method, outcome, provider_id)
    DO UPDATE SET count = LEAST(h.count::bigint + EXCLUDED.count, 2147483647)::int`)

/** `to` is exclusive. */
export const hourlySignInsOf = (
  executor: Executor,
  projectId: string,
  from: Date,
  to: Date,
): Promise<(Omit<CountedSignIns, 'projectId' | 'hour'> & { readonly hour: Date })[]> =>
  executor.rows(sql`
    SELECT hour, method, outcome, provider_id AS "providerId", count FROM sign_in_hours
    WHERE project_id = ${projectId} AND hour >= ${from} AND hour < ${to}`)

interface Outcomes {
  readonly succeeded: number
  readonly failed: number
}

interface ProjectSignIns extends Outcomes {
  readonly id: string
  readonly name: string
  /** Sign-ins of each hour. */
  readonly hours: number[]
}

interface Period {
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
}

interface SumOptions {
  readonly period: Period
  /** Condition on the project `p`. */
  readonly visible: Sql
}

/** Selects rows `h` of the period. The index on `expires_at` finds them. */
const within = ({ from, to }: Period): Sql => sql`
  h.expires_at >= ${from}::timestamptz + make_interval(months => ${keptMonths}::int)
    AND h.expires_at <= ${to}::timestamptz + make_interval(months => ${keptMonths}::int)
    AND h.hour >= ${from} AND h.hour < ${to}`

const succeeded = sql`COALESCE(sum(h.count) FILTER (WHERE h.outcome = 'succeeded'), 0)`
const failed = sql`COALESCE(sum(h.count) FILTER (WHERE h.outcome <> 'succeeded'), 0)`

const countsOf = (row: Outcomes): Outcomes => ({ succeeded: row.succeeded, failed: row.failed })

/** Sums the sign-ins of the period over the visible projects, and names the `most` projects with the most. */
export async function sumSignIns(
  executor: Executor,
  { period, visible, most }: SumOptions & { readonly most: number },
): Promise<{ total: Outcomes; projects: ProjectSignIns[] }> {
  const rows = await executor.rows<ProjectSignIns & { allSucceeded: number; allFailed: number }>(sql`
    SELECT p.id, p.name, c.succeeded::float8, c.failed::float8,
      sum(c.succeeded) OVER ()::float8 AS "allSucceeded", sum(c.failed) OVER ()::float8 AS "allFailed",
      ARRAY(
        SELECT COALESCE(sum(s.count), 0)::float8
        FROM generate_series(${period.from}::timestamptz, ${period.to}::timestamptz - interval '1 hour', interval '1 hour') AS hour
        LEFT JOIN sign_in_hours s ON s.project_id = p.id AND s.hour = hour.hour AND s.outcome = 'succeeded'
        GROUP BY hour.hour ORDER BY hour.hour) AS hours
    FROM (
      SELECT h.project_id, ${succeeded} AS succeeded, ${failed} AS failed
      FROM sign_in_hours h WHERE ${within(period)} GROUP BY h.project_id) c
    JOIN projects p ON p.id = c.project_id
    WHERE ${visible}
    ORDER BY c.succeeded + c.failed DESC, p.id LIMIT ${most}`)
  const [first] = rows
  return {
    total: { succeeded: first?.allSucceeded ?? 0, failed: first?.allFailed ?? 0 },
    projects: rows.map(({ id, name, ...row }) => ({ id, name, ...countsOf(row), hours: row.hours })),
  }
}

/** Sums the sign-ins of the period over the visible projects. Without `visible` the statement reads no project. */
export async function totalSignIns(
  executor: Executor,
  { period, visible }: Pick<SumOptions, 'period'> & Partial<SumOptions>,
): Promise<Outcomes> {
  const [row] = await executor.rows<Outcomes>(sql`
    SELECT ${succeeded}::float8 AS succeeded, ${failed}::float8 AS failed FROM sign_in_hours h
    WHERE ${within(period)}
      ${visible ? sql`AND h.project_id IN (SELECT p.id FROM projects p WHERE ${visible})` : sql``}`)
  return row ?? { succeeded: 0, failed: 0 }
}
