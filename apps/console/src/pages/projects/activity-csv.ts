import type { Answer } from '../../api/client.ts'
import { csvOf } from '../../components/csv.ts'

export type Activity = Answer<'project_activity_get'>

const kinds = ['total', 'local', 'upstream', 'renewal', 'directoryProvisioned'] as const

type Counts = Readonly<Record<(typeof kinds)[number], number>>

interface Period extends Counts {
  readonly key: string
}

const csvOfPeriods = ({ id, name }: Activity, period: string, periods: readonly Period[]): string =>
  csvOf([
    ['id', 'name', period, ...kinds],
    ...periods.map((one) => [id, name, one.key, ...kinds.map((kind) => one[kind])]),
  ])

/** Begins with the earliest month. */
export function monthsOf({ month, current, previousMonths }: Activity) {
  const all = current ? [...previousMonths, { month, ...current }] : previousMonths
  return all.toSorted((one, other) => (one.month < other.month ? -1 : 1))
}

export const daysCsv = (activity: Activity): string =>
  csvOfPeriods(
    activity,
    'day',
    activity.days.map((one) => ({ key: one.day, ...one })),
  )

export const monthsCsv = (activity: Activity): string =>
  csvOfPeriods(
    activity,
    'month',
    monthsOf(activity).map((one) => ({ key: one.month, ...one })),
  )
