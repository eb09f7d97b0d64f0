import { type Executor, sql } from '@signet/db'
import { type Finding, good, wrong } from './finding.ts'

const remedy =
  'Run db:migrate: it creates the missing partitions and moves the entries into them. admin-api does the same every hour; read its log.'

interface State {
  /** Example: `2026-12`. */
  readonly nextMonth: string
  readonly hasNext: boolean
  /** An entry is in no partition of a month. */
  readonly overflows: boolean
}

/** Entries without a partition can be neither exported nor dropped (decision 57). */
export async function examineAudit(executor: Executor): Promise<readonly Finding[]> {
  const { nextMonth, hasNext, overflows } = await readPartitionState(executor)
  const findings = [
    ...(hasNext ? [] : [wrong('audit', `the partition of ${nextMonth} is missing`, remedy)]),
    ...(overflows ? [wrong('audit', 'the default partition has entries', remedy)] : []),
  ]
  return findings.length > 0 ? findings : [good('audit', `has partitions until the end of ${nextMonth}`)]
}

/** Services have no access to the schema of the partitions, so the catalogue is read. */
async function readPartitionState(executor: Executor): Promise<State> {
  const [state] = await executor.rows<State>(sql`
    WITH texts AS (
      SELECT pg_get_expr(c.relpartbound, c.oid) AS text FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'audit_entries'::regclass
    ), spans AS (
      SELECT COALESCE((regexp_match(text, 'FROM \\(''([^'']+)'))[1], '-infinity')::timestamptz AS lower,
        (regexp_match(text, 'TO \\(''([^'']+)'))[1]::timestamptz AS upper
      FROM texts WHERE text <> 'DEFAULT'
    ), gaps AS (
      SELECT lag(upper, 1, '-infinity') OVER (ORDER BY upper) AS lower, lower AS upper FROM spans
      UNION ALL SELECT COALESCE(max(upper), '-infinity'), 'infinity' FROM spans
    ), next AS (
      SELECT date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month' AS month
    )
    SELECT to_char(month, 'YYYY-MM') AS "nextMonth",
      EXISTS (SELECT FROM spans WHERE lower <= month AT TIME ZONE 'UTC' AND month AT TIME ZONE 'UTC' < upper) AS "hasNext",
      EXISTS (
        SELECT FROM gaps, LATERAL (SELECT FROM audit_entries e WHERE e.at >= gaps.lower AND e.at < gaps.upper LIMIT 1) entry
        WHERE gaps.lower < gaps.upper) AS overflows
    FROM next`)
  if (!state) throw new Error('PostgreSQL returned no row')
  return state
}
