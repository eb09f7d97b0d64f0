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

interface ProjectSignIns {
  readonly id: string
  readonly name: string
  readonly succeeded: number
  readonly failed: number
}

/**
 * Sums the sign-ins since `from` over the visible projects, and names the `most` projects with the most. The index on
 * `expires_at` selects the rows of the last hours.
 *
 * @param visible condition on the project `p`
 */
export async function sumSignIns(
  executor: Executor,
  { from, visible, most }: { readonly from: Date; readonly visible: Sql; readonly most: number },
): Promise<{ total: Pick<ProjectSignIns, 'succeeded' | 'failed'>; projects: ProjectSignIns[] }> {
  const rows = await executor.rows<ProjectSignIns & { allSucceeded: number; allFailed: number }>(sql`
    SELECT p.id, p.name, c.succeeded::float8, c.failed::float8,
      sum(c.succeeded) OVER ()::float8 AS "allSucceeded", sum(c.failed) OVER ()::float8 AS "allFailed"
    FROM (
      SELECT h.project_id, COALESCE(sum(h.count) FILTER (WHERE h.outcome = 'succeeded'), 0) AS succeeded,
        COALESCE(sum(h.count) FILTER (WHERE h.outcome <> 'succeeded'), 0) AS failed
      FROM sign_in_hours h
      WHERE h.expires_at >= ${from}::timestamptz + make_interval(months => ${keptMonths}::int) AND h.hour >= ${from}
      GROUP BY h.project_id) c
    JOIN projects p ON p.id = c.project_id
    WHERE ${visible}
    ORDER BY c.succeeded + c.failed DESC, p.id LIMIT ${most}`)
  const [first] = rows
  return {
    total: { succeeded: first?.allSucceeded ?? 0, failed: first?.allFailed ?? 0 },
    projects: rows.map(({ id, name, succeeded, failed }) => ({ id, name, succeeded, failed })),
  }
}
