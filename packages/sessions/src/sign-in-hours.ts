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
  readonly now: Period
  readonly former: Period
  /** Condition on the project `p`. */
  readonly visible: Sql
  /** Limits the number of named projects. */
  readonly most: number
}

/** Selects rows `h` of the period. The index on `expires_at` finds them. */
const within = ({ from, to }: Period): Sql => sql`
  (h.expires_at BETWEEN ${from}::timestamptz + make_interval(months => ${keptMonths}::int)
    AND ${to}::timestamptz + make_interval(months => ${keptMonths}::int) AND h.hour >= ${from} AND h.hour < ${to})`

const sumWhere = (condition: Sql): Sql => sql`COALESCE(sum(h.count) FILTER (WHERE ${condition}), 0)`

/** Sums the sign-ins of both periods over the visible projects, and names the projects that have the most in the present one. */
export async function sumSignIns(executor: Executor, { now, former, visible, most }: SumOptions) {
  const rows = await executor.rows<
    ProjectSignIns & Record<'allSucceeded' | 'allFailed' | 'formerSucceeded' | 'formerFailed', number>
  >(sql`
    SELECT p.id, p.name, c.succeeded::float8, c.failed::float8,
      sum(c.succeeded) OVER ()::float8 AS "allSucceeded", sum(c.failed) OVER ()::float8 AS "allFailed",
      sum(c.former_succeeded) OVER ()::float8 AS "formerSucceeded", sum(c.former_failed) OVER ()::float8 AS "formerFailed",
      ARRAY(
        SELECT COALESCE(sum(s.count), 0)::float8
        FROM generate_series(${now.from}::timestamptz, ${now.to}::timestamptz - interval '1 hour', interval '1 hour') AS hour
        LEFT JOIN sign_in_hours s ON s.project_id = p.id AND s.hour = hour.hour AND s.outcome = 'succeeded'
        GROUP BY hour.hour ORDER BY hour.hour) AS hours
    FROM (
      SELECT h.project_id,
        ${sumWhere(sql`h.hour >= ${now.from} AND h.outcome = 'succeeded'`)} AS succeeded,
        ${sumWhere(sql`h.hour >= ${now.from} AND h.outcome <> 'succeeded'`)} AS failed,
        ${sumWhere(sql`h.hour < ${now.from} AND h.outcome = 'succeeded'`)} AS former_succeeded,
        ${sumWhere(sql`h.hour < ${now.from} AND h.outcome <> 'succeeded'`)} AS former_failed
      FROM sign_in_hours h WHERE ${within(now)} OR ${within(former)}
      GROUP BY h.project_id) c
    JOIN projects p ON p.id = c.project_id
    WHERE ${visible}
    ORDER BY c.succeeded + c.failed DESC, p.id LIMIT ${most}`)
  const [first] = rows
  return {
    total: { succeeded: first?.allSucceeded ?? 0, failed: first?.allFailed ?? 0 },
    former: { succeeded: first?.formerSucceeded ?? 0, failed: first?.formerFailed ?? 0 },
    projects: rows
      .filter(({ succeeded, failed }) => succeeded + failed > 0)
      .map(({ id, name, succeeded, failed, hours }) => ({ id, name, succeeded, failed, hours })),
  }
}
