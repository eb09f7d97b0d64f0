import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { addMonths, dayOf, daysOf, keptFrom, monthOf, monthsBetween } from './calendar.ts'
import { customersOf, dayTotals, monthTotals, projectsSeenBy, type VisibleProject } from './overview-store.ts'
import { countingSince } from './read.ts'

/** Least number of users and least factor of a reported change between two closed months. */
const sharply = { people: 10, factor: 2 }

/** The figure of a customer is a sum over projects, not distinct users. */
export const activity_overview = implementRead(
  operations.activity_overview,
  async ({ deps: { database }, caller }, { month = monthOf(new Date()) }) => {
    const now = new Date()
    const since = await countingSince(database)
    const seen = await projectsSeenBy(database, caller)
    const ids = seen.map(({ id }) => id)
    const [monthRows, dayRows, customers] = await Promise.all([
      monthTotals(database, ids, addMonths(month, -12), monthOf(now)),
      dayTotals(database, ids, month),
      customersOf(
        database,
        seen.flatMap(({ teamId }) => teamId ?? []),
      ),
    ])
    const months = tableOf(monthRows)
    const days = tableOf(dayRows)
    const known = monthsBetween(addMonths(month, -12), month).filter(
      (each) => since && each >= monthOf(since) && each <= monthOf(now),
    )
    const from = [keptFrom(now), since ? dayOf(since) : '9999-12-31'].toSorted().at(-1) ?? ''
    const knownDays = daysOf(month, from, dayOf(now))
    const monthsOver = (over: readonly string[]) =>
      known.map((each) => ({ month: each, total: sum(months, over, each) }))
    const daysOver = (over: readonly string[]) =>
      knownDays.map((day) => ({ day, total: sum(days, over, day) }))
    const named = new Map(customers.map(({ id, name }) => [id, { id, name }]))
    return {
      month,
      countingSince: since?.toISOString() ?? null,
      projects: seen.map((project) => ({
        id: project.id,
        name: project.name,
        customer: customerOf(project, named),
        months: monthsOver([project.id]),
        days: daysOver([project.id]),
        ...(project.destroyedAt ? { deletedAt: project.destroyedAt.toISOString() } : {}),
      })),
      customers: customers.map(({ id, name, contacts }) => ({
        id,
        name,
        contacts,
        months: monthsOver(seen.filter(({ teamId }) => teamId === id).map((project) => project.id)),
      })),
      totals: { months: monthsOver(ids), days: daysOver(ids) },
      movers: seen.flatMap(({ id, name }) => moverOf(id, name, months, now, since)),
    }
  },
)

type Table = ReadonlyMap<string, ReadonlyMap<string, number>>

function tableOf(rows: readonly { projectId: string; period: string; total: number }[]): Table {
  const table = new Map<string, Map<string, number>>()
  for (const { projectId, period, total } of rows) {
    const row = table.get(projectId) ?? new Map<string, number>()
    table.set(projectId, row.set(period, total))
  }
  return table
}

const sum = (table: Table, ids: readonly string[], period: string): number =>
  ids.reduce((total, id) => total + (table.get(id)?.get(period) ?? 0), 0)

function customerOf(
  { teamId, lastOwner }: VisibleProject,
  named: ReadonlyMap<string, { id: string; name: string }>,
) {
  if (teamId === null) return null
  return named.get(teamId) ?? (lastOwner === null ? null : { id: teamId, name: lastOwner })
}

function moverOf(id: string, name: string, months: Table, now: Date, since: Date | null) {
  const [before, after] = [addMonths(monthOf(now), -2), addMonths(monthOf(now), -1)]
  if (!since || monthOf(since) > before) return []
  const from = { month: before, total: sum(months, [id], before) }
  const to = { month: after, total: sum(months, [id], after) }
  const [less, more] = [from.total, to.total].toSorted((a, b) => a - b) as [number, number]
  if (more - less < sharply.people || more < less * sharply.factor) return []
  return [{ id, name, direction: to.total > from.total ? ('rose' as const) : ('fell' as const), from, to }]
}
