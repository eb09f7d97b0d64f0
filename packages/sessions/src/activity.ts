import { type Executor, sql } from '@signet/db'
import { newTypeId } from '@signet/runtime'

/** Password sign-in, sign-in at an identity provider, or renewal of tokens. */
export type ActivityKind = 'local' | 'upstream' | 'renewal'

export interface ActivityMark {
  readonly projectId: string
  readonly accountId: string
  readonly kind: ActivityKind
  /** UTC, YYYY-MM-DD. */
  readonly day: string
}

/**
 * One mark per day and kind; also stores the last active day. One statement for any number of marks locks the accounts in the order of
 * their ids, so that two statements cannot deadlock.
 */
export const markActive = (executor: Executor, marks: readonly ActivityMark[]): Promise<number> =>
  executor.run(sql`
    WITH marks AS (
      SELECT * FROM unnest(${marks.map(({ projectId }) => projectId)}::text[], ${marks.map(({ day }) => day)}::date[],
        ${marks.map(({ accountId }) => accountId)}::text[], ${marks.map(({ kind }) => kind)}::text[])
        AS m(project_id, day, account_id, kind)
    ), present AS (
      SELECT a.project_id, a.id FROM accounts a WHERE (a.project_id, a.id) IN (SELECT project_id, account_id FROM marks)
      ORDER BY a.project_id, a.id FOR KEY SHARE
    ), days AS (
      INSERT INTO account_activity AS d (project_id, account_id, last_day)
      SELECT p.project_id, p.id, max(m.day) FROM marks m
        JOIN present p ON p.project_id = m.project_id AND p.id = m.account_id
      GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (project_id, account_id) DO UPDATE SET last_day = EXCLUDED.last_day WHERE d.last_day < EXCLUDED.last_day
    )
    INSERT INTO activity_marks (project_id, day, account_id, kind)
    SELECT project_id, day, account_id, kind FROM marks ON CONFLICT DO NOTHING`)

/** Current and previous month: closed months keep their figures. */
const keptDays = 62

/** Keeps the figures of a deleted account correct. */
export const anonymiseActivity = (tx: Executor, projectId: string, accountId: string): Promise<number> =>
  tx.run(sql`
    UPDATE activity_marks SET account_id = ${newTypeId('gone')}
    WHERE project_id = ${projectId} AND account_id = ${accountId}
      AND day = ANY (SELECT (now() AT TIME ZONE 'UTC')::date - n FROM generate_series(0, ${keptDays}) n)`)

const figures = sql`
  count(*)::int AS total, count(*) FILTER (WHERE local)::int AS local, count(*) FILTER (WHERE upstream)::int AS upstream,
  count(*) FILTER (WHERE renewal)::int AS renewal, count(*) FILTER (WHERE directory)::int AS "directoryProvisioned"`

export interface ActiveUsersOf {
  /** First day, YYYY-MM-DD. */
  readonly period: string
  readonly total: number
  readonly local: number
  readonly upstream: number
  /** Users who only renewed tokens. */
  readonly renewal: number
  readonly directoryProvisioned: number
}

/** `from` and `to` are days, `to` exclusive. */
export const activityOf = (
  executor: Executor,
  projectId: string,
  unit: 'day' | 'month',
  from: string,
  to: string,
): Promise<ActiveUsersOf[]> =>
  executor.rows<ActiveUsersOf>(sql`
    SELECT period::text, ${figures} FROM (
      SELECT date_trunc(${unit}, m.day)::date AS period, m.account_id, bool_or(m.kind = 'local') AS local,
        bool_or(m.kind = 'upstream') AS upstream, bool_and(m.kind = 'renewal') AS renewal,
        bool_or(a.connection_id IS NOT NULL) AS directory
      FROM activity_marks m LEFT JOIN accounts a ON a.project_id = m.project_id AND a.id = m.account_id
      WHERE m.project_id = ${projectId} AND m.day >= ${from}::date AND m.day < ${to}::date GROUP BY 1, 2) people
    GROUP BY period ORDER BY period`)

/** One row for each figure that is not zero. */
const rowsOfFigures = (figures: readonly ActiveUsersOf[]) =>
  figures.flatMap(({ period, directoryProvisioned: directory, ...kinds }) =>
    Object.entries({ ...kinds, directory })
      .filter(([, people]) => people > 0)
      .map(([kind, people]) => ({ period, kind, people })),
  )

/** Stores the figures of months before a day (exclusive), before their marks are deleted. Safe to repeat. */
export async function closeMonths(executor: Executor, projectId: string, before: string): Promise<void> {
  const rows = rowsOfFigures(await activityOf(executor, projectId, 'month', '1970-01-01', before))
  await executor.run(sql`
    INSERT INTO activity_months AS kept (project_id, month, kind, people)
    SELECT ${projectId}, * FROM unnest(${rows.map(({ period }) => period)}::date[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ people }) => people)}::int[])
    ON CONFLICT (project_id, month, kind) DO UPDATE SET people = GREATEST(kept.people, excluded.people)`)
}

/** Call before the accounts and marks of the project are destroyed. Safe to repeat. */
export async function closeDays(executor: Executor, projectId: string): Promise<void> {
  const rows = rowsOfFigures(await activityOf(executor, projectId, 'day', '1970-01-01', '9999-01-01'))
  await executor.run(sql`
    INSERT INTO activity_days AS kept (project_id, day, kind, people)
    SELECT ${projectId}, * FROM unnest(${rows.map(({ period }) => period)}::date[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ people }) => people)}::int[])
    ON CONFLICT (project_id, day, kind) DO UPDATE SET people = GREATEST(kept.people, excluded.people)`)
}

export interface ActivePeople {
  /** False before the instance began to count: the figure is then unknown, not zero. */
  readonly counting: boolean
  readonly people: number
}

/** Distinct users of the current month, compared with a plan's cap. */
export async function activePeople(executor: Executor, projectId: string): Promise<ActivePeople> {
  const [row] = await executor.rows<ActivePeople>(sql`
    SELECT i.activity_counted_since <= now() AS counting,
      (SELECT count(DISTINCT account_id)::int FROM activity_marks
       WHERE project_id = ${projectId} AND day >= date_trunc('month', now() AT TIME ZONE 'UTC')::date) AS people
    FROM instance i`)
  return row ?? { counting: false, people: 0 }
}
