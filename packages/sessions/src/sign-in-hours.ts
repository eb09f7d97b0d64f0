import type { CountedFailure, SignInMethod } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'

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
