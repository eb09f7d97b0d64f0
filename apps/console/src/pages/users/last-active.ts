import { formatDate } from '../../texts/format.ts'
import { locale } from '../../texts/language.ts'

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const dayMilliseconds = 86_400_000
const relativeDays = 30

/** Formats a calendar day (UTC): "yesterday", or the date if the day is more than 30 days before. */
export function relativeDay(day: string, now = Date.now()): string {
  const days = Math.floor(now / dayMilliseconds) - Date.parse(day) / dayMilliseconds
  return days > relativeDays ? formatDate(day, 'calendarDay') : relative.format(-Math.max(0, days), 'day')
}
