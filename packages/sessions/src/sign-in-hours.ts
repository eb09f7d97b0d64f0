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

/**
 * Sums the sign-ins since `from` by project. The index on `expires_at` selects the rows of the last hours.
 *
 * @param visible condition on the project `p`
 */
export const signInsByProject = (
  executor: Executor,
  from: Date,
  visible: Sql,
): Promise<{ id: string; name: string; succeeded: number; failed: number }[]> =>
  executor.rows(sql`
    SELECT p.id, p.name, COALESCE(sum(h.count) FILTER (WHERE h.outcome = 'succeeded'), 0)::float8 AS succeeded,
      COALESCE(sum(h.count) FILTER (WHERE h.outcome <> 'succeeded'), 0)::float8 AS failed
    FROM sign_in_hours h JOIN projects p ON p.id = h.project_id
    WHERE h.expires_at >= ${from}::timestamptz + make_interval(months => ${keptMonths}::int) AND h.hour >= ${from}
      AND ${visible}
    GROUP BY p.id, p.name`)
