import type { Answer } from '../../api/client.ts'
import { csvOf } from '../../components/csv.ts'

export type Overview = Answer<'activity_overview'>

export type Months = readonly { readonly month: string; readonly total: number }[]

/** Returns YYYY-MM; a negative number of months leads to an earlier one. */
export function addMonths(month: string, count: number): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + count)
  return at.toISOString().slice(0, 7)
}

export const presentMonth = (): string => new Date().toISOString().slice(0, 7)

export const presentDay = (): string => new Date().toISOString().slice(0, 10)

/** The first month, unless it was counted from its first day. */
export const isCountedInPart = (month: string, countingSince: string): boolean =>
  countingSince.startsWith(month) && !countingSince.startsWith(`${month}-01`)

interface DayFigure {
  readonly day: string
  readonly total: number
}

/** Returns the figures of the same weekdays four weeks before each day of a month; undefined if the month before was not counted in full. */
export function fourWeeksBefore(
  before: readonly DayFigure[],
  days: readonly DayFigure[],
  month: string,
): readonly number[] | undefined {
  if (!before[0]?.day.endsWith('-01')) return undefined
  const next = Date.parse(`${addMonths(month, 1)}-01`)
  const length = (next - Date.parse(`${month}-01`)) / 86_400_000
  const from = before.length - 28
  return [...before, ...days].slice(from, from + length).map(({ total }) => total)
}

/** Returns undefined for a month that was not counted. */
export const figureOf = (months: Months, month: string): number | undefined =>
  months.find((one) => one.month === month)?.total

/** Returns the rows with users, those with the most users first, and the number of other rows. */
export function busiest<Row extends { readonly months: Months }>(rows: readonly Row[], month: string) {
  const figure = ({ months }: Row): number => figureOf(months, month) ?? 0
  const busy = rows.filter((row) => figure(row) > 0)
  return {
    busy: busy.toSorted((one, other) => figure(other) - figure(one)),
    quiet: rows.length - busy.length,
  }
}

const monthsOf = ({ totals }: Overview): string[] => totals.months.map(({ month }) => month)

export const projectsCsv = (overview: Overview): string =>
  csvOf([
    ['id', 'name', 'team', 'deletedAt', ...monthsOf(overview)],
    ...overview.projects.map(({ id, name, customer, deletedAt, months }) => [
      ...[id, name, customer?.name, deletedAt],
      ...months.map(({ total }) => total),
    ]),
  ])

export const daysCsv = (overview: Overview): string =>
  csvOf([
    ['id', 'name', ...overview.totals.days.map(({ day }) => day)],
    ...overview.projects.map(({ id, name, days }) => [id, name, ...days.map(({ total }) => total)]),
  ])

export const teamsCsv = (overview: Overview): string =>
  csvOf([
    ['id', 'name', ...monthsOf(overview)],
    ...overview.customers.map(({ id, name, months }) => [id, name, ...months.map(({ total }) => total)]),
  ])
