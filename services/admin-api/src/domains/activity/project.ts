import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { addMonths, dayOf, daysOf, keptFrom, monthOf, monthsBetween } from './calendar.ts'
import { countingSince, daysOfMonth, monthsOf, nobody } from './read.ts'

/** Months shown before the requested one. */
const previous = 12

/** Returns zero for a period without users, nothing for a period that was not counted. */
export const project_activity_get = implementRead(
  operations.project_activity_get,
  async ({ deps: { database }, project }, { month = monthOf(new Date()) }) => {
    const now = new Date()
    const since = await countingSince(database)
    const from = since ? monthOf(since) : addMonths(monthOf(now), 1)
    const [months, byDay] = await Promise.all([
      monthsOf(database, project.id, addMonths(month, -previous), month),
      daysOfMonth(database, project.id, month),
    ])
    const known = (asked: string) => asked >= from && asked <= monthOf(now)
    // The days of a destroyed project end with its destruction.
    const asOf = 'destroyedAt' in project ? project.destroyedAt : now
    const firstKnown = [keptFrom(asOf), since ? dayOf(since) : '9999-12-31'].toSorted().at(-1) ?? ''
    return {
      id: project.id,
      name: project.name,
      month,
      countingSince: since?.toISOString() ?? null,
      current: months.get(month) ?? (known(month) ? nobody : null),
      days: daysOf(month, firstKnown, dayOf(asOf)).map((day) => ({ day, ...(byDay.get(day) ?? nobody) })),
      previousMonths: monthsBetween(addMonths(month, -previous), addMonths(month, -1))
        .filter((each) => months.has(each) || known(each))
        .map((each) => ({ month: each, ...(months.get(each) ?? nobody) })),
      ...('destroyedAt' in project
        ? { deletedAt: project.destroyedAt.toISOString(), lastOwner: lastOwnerOf(project) }
        : {}),
    }
  },
)

const lastOwnerOf = ({
  lastTeamId,
  lastOwner,
}: {
  readonly lastTeamId: string | null
  readonly lastOwner: string | null
}) => (lastTeamId && lastOwner ? { id: lastTeamId, name: lastOwner } : null)
