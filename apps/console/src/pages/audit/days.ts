import type { AuditEntry } from '@signet/contracts'
import { t } from '../../texts/index.ts'
import { locale } from '../../texts/language.ts'

interface Day {
  /** `YYYY-MM-DD` on the reader's calendar. */
  readonly day: string
  readonly entries: readonly AuditEntry[]
}

const calendarDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** Entries in their order, gathered by day. */
export const daysOf = (entries: readonly AuditEntry[]): Day[] =>
  [...Map.groupBy(entries, ({ at }) => calendarDay(new Date(at)))].map(([day, ofDay]) => ({
    day,
    entries: ofDay,
  }))

const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full' })
const dayMilliseconds = 86_400_000

export function dayHeading(day: string, now = new Date()): string {
  if (day === calendarDay(now)) return t.audit.today
  if (day === calendarDay(new Date(now.getTime() - dayMilliseconds))) return t.audit.yesterday
  return format.format(new Date(`${day}T12:00:00`))
}

/** A day that a person picks as the last one is meant to be part of the range; the server's `to` is exclusive. */
export const untilEndOf = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMilliseconds).toISOString().slice(0, 10)
