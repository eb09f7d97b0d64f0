import { type AnswerOf, countedHours, operations, signInMethods } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { hourlySignInsOf } from '@signet/sessions'
import { implementRead } from '../../implement.ts'

export const hourMs = 3_600_000
export const weekMs = 7 * 24 * hourMs
const mostFailures = 20

type Failure = AnswerOf<typeof operations.project_sign_in_count_get>['failures'][number]
type Counted = Awaited<ReturnType<typeof hourlySignInsOf>>[number]

/** The sign-ins of a week before are known after a week of counting. */
export const project_sign_in_count_get = implementRead(
  operations.project_sign_in_count_get,
  async ({ deps: { database }, project }) => {
    const end = (Math.floor(Date.now() / hourMs) + 1) * hourMs
    const begin = end - countedHours * hourMs
    const [since, counted, before] = await Promise.all([
      countingSince(database),
      hourlySignInsOf(database, project.id, new Date(begin), new Date(end)),
      hourlySignInsOf(database, project.id, new Date(begin - weekMs), new Date(end - weekMs)),
    ])
    const isKnown = since.getTime() <= begin - weekMs
    return {
      countingSince: since.toISOString(),
      hours: Array.from({ length: countedHours }, (_, index) => {
        const at = begin + index * hourMs
        return {
          hour: new Date(at).toISOString(),
          ...outcomesOf(counted.filter(({ hour }) => hour.getTime() === at)),
        }
      }),
      total: outcomesOf(counted),
      weekBefore: isKnown ? outcomesOf(before) : null,
      methods: methodsOf(counted),
      failures: await failuresOf(database, project.id, counted),
    }
  },
)

export async function countingSince(executor: Executor): Promise<Date> {
  const [row] = await executor.rows<{ since: Date }>(
    sql`SELECT sign_ins_counted_since AS since FROM instance`,
  )
  if (!row) throw new Error('The instance is not set up.')
  return row.since
}

const sumOf = (rows: readonly Counted[]): number => rows.reduce((sum, { count }) => sum + count, 0)

function outcomesOf(rows: readonly Counted[]) {
  const succeeded = sumOf(rows.filter(({ outcome }) => outcome === 'succeeded'))
  return { succeeded, failed: sumOf(rows) - succeeded }
}

const methodsOf = (rows: readonly Counted[]) =>
  signInMethods
    .map((method) => ({ method, ...outcomesOf(rows.filter((row) => row.method === method)) }))
    .filter(({ succeeded }) => succeeded > 0)
    .map(({ method, succeeded }) => ({ method, succeeded }))
    .toSorted((left, right) => right.succeeded - left.succeeded)

async function failuresOf(executor: Executor, projectId: string, rows: readonly Counted[]) {
  const causes = new Map<string, Failure>()
  for (const { method, outcome, providerId, count } of rows) {
    if (outcome === 'succeeded') continue
    const key = `${method} ${outcome} ${providerId}`
    const known = causes.get(key)?.count ?? 0
    causes.set(key, { method, cause: outcome, ...(providerId && { providerId }), count: known + count })
  }
  const failures = [...causes.values()]
    .toSorted((left, right) => right.count - left.count)
    .slice(0, mostFailures)
  const names = await providerNames(
    executor,
    projectId,
    failures.flatMap(({ providerId = [] }) => providerId),
  )
  return failures.map((failure) => {
    const providerName = names.get(failure.providerId ?? '')
    return providerName === undefined ? failure : { ...failure, providerName }
  })
}

async function providerNames(executor: Executor, projectId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await executor.rows<{ id: string; name: string }>(sql`
    SELECT id, display_name AS name FROM identity_providers WHERE project_id = ${projectId} AND id = ANY(${ids})`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
