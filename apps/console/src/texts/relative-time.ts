import { formatDate } from './format.ts'
import { locale } from './language.ts'

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

const steps = [
  { unit: 'second', seconds: 1, until: 60 },
  { unit: 'minute', seconds: 60, until: 3600 },
  { unit: 'hour', seconds: 3600, until: 86_400 },
  { unit: 'day', seconds: 86_400, until: 7 * 86_400 },
] as const

/** Returns "in 365 days". */
export const distanceInDays = (at: number, now: number): string =>
  relative.format(Math.round((at - now) / 86_400_000), 'day')

/** Returns "3 minutes ago" within a week, otherwise the date. */
export function relativeTime(at: string, now = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1000
  const step = steps.find(({ until }) => Math.abs(seconds) < until)
  return step ? relative.format(Math.round(seconds / step.seconds), step.unit) : formatDate(at, 'day')
}
