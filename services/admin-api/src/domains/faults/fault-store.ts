import type { InputOf, Operations } from '@signet/contracts'
import { allOf, type Executor, type Sql, sql } from '@signet/db'

export type FaultFilters = InputOf<Operations['error_purge']> & {
  readonly minOccurrences?: number | undefined
}

interface FaultRecord {
  readonly id: string
  readonly errorCode: string
  readonly message: string
  readonly fingerprint: string
  readonly route: string | null
  readonly surface: string | null
  readonly service: string
  readonly status: number | null
  readonly clientId: string | null
  readonly actor: string | null
  readonly occurrences: number
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
}

interface SampleRecord {
  readonly reference: string
  readonly at: Date
  readonly requestId: string | null
  readonly release: string | null
  readonly instance: string | null
  readonly origin: string | null
}

/** The time of a fault is its last occurrence. */
export function faultsWhere(filters: FaultFilters): Sql {
  const { errorCode, route, surface, status, clientId, actor, minOccurrences, from, to } = filters
  const equal: [unknown, Sql][] = [
    [errorCode, sql`f.error_code`],
    [route, sql`f.route`],
    [surface, sql`f.surface`],
    [status, sql`f.status`],
    [clientId, sql`f.client_id`],
    [actor, sql`f.actor`],
  ]
  return allOf([
    ...equal.filter(([value]) => value !== undefined).map(([value, column]) => sql`${column} = ${value}`),
    ...(minOccurrences === undefined ? [] : [sql`f.occurrences >= ${minOccurrences}::int`]),
    ...(from ? [sql`f.last_seen_at >= ${new Date(from)}`] : []),
    ...(to ? [sql`f.last_seen_at < ${new Date(to)}`] : []),
  ])
}

const columns = sql`
  f.id, f.error_code AS "errorCode", f.message, f.fingerprint, f.route, f.surface, f.service, f.status,
  f.client_id AS "clientId", f.actor, f.occurrences, f.first_seen_at AS "firstSeenAt", f.last_seen_at AS "lastSeenAt"`

const toFault = ({ firstSeenAt, lastSeenAt, ...row }: FaultRecord) => ({
  ...row,
  firstSeenAt: firstSeenAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
})

export const readFaults = async (executor: Executor, where: Sql, limit: number, offset: number) =>
  (
    await executor.rows<FaultRecord>(sql`
      SELECT ${columns} FROM faults f WHERE ${where} ORDER BY f.last_seen_at DESC, f.id DESC LIMIT ${limit} OFFSET ${offset}`)
  ).map(toFault)

/**
 * Samples are in order, the oldest first.
 * @returns null when the fault does not exist
 */
export async function readFault(executor: Executor, id: string) {
  const [row] = await executor.rows<FaultRecord>(sql`SELECT ${columns} FROM faults f WHERE f.id = ${id}`)
  if (!row) return null
  const samples = await executor.rows<SampleRecord>(sql`
    SELECT reference, at, request_id AS "requestId", release, instance, origin FROM fault_samples
    WHERE fault_id = ${id} ORDER BY at, reference`)
  return { ...toFault(row), samples: samples.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })) }
}

export async function faultOfReference(executor: Executor, reference: string): Promise<string | null> {
  const [row] = await executor.rows<{ id: string }>(
    sql`SELECT fault_id AS id FROM fault_samples WHERE reference = ${reference}`,
  )
  return row?.id ?? null
}

interface Counts {
  readonly faults: number
  readonly occurrences: number
}

const sums = sql`count(*)::int AS faults, COALESCE(sum(f.occurrences), 0)::int AS occurrences`
const none: Counts = { faults: 0, occurrences: 0 }

export const countFaults = async (executor: Executor, where: Sql): Promise<Counts> =>
  (await executor.rows<Counts>(sql`SELECT ${sums} FROM faults f WHERE ${where}`))[0] ?? none

/** Returns the exact numbers of deleted faults and samples. */
export const removeFaults = async (tx: Executor, where: Sql): Promise<Counts> =>
  (
    await tx.rows<Counts>(sql`
      WITH gone AS (DELETE FROM faults f WHERE ${where} RETURNING f.occurrences) SELECT ${sums} FROM gone f`)
  )[0] ?? none

const grouped = <Row extends Counts>(executor: Executor, where: Sql, column: Sql): Promise<Row[]> =>
  executor.rows<Row>(sql`
    SELECT ${column}, ${sums} FROM faults f WHERE ${where} GROUP BY 1 ORDER BY occurrences DESC, 1`)

export const countByErrorCode = (executor: Executor, where: Sql) =>
  grouped<Counts & { errorCode: string }>(executor, where, sql`f.error_code AS "errorCode"`)

export const countByRoute = (executor: Executor, where: Sql) =>
  grouped<Counts & { route: string | null }>(executor, where, sql`f.route`)

export async function countDropped(executor: Executor): Promise<number> {
  const [row] = await executor.rows<{ dropped: number }>(
    sql`SELECT COALESCE(sum(dropped), 0)::int AS dropped FROM faults_dropped`,
  )
  return row?.dropped ?? 0
}
