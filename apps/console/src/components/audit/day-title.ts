import { formatDate } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'

const dayMilliseconds = 86_400_000

/** Returns the local day of an entry in words. */
export function dayTitle(at: string, now = Date.now()): string {
  const day = formatDate(at, 'weekday')
  if (day === formatDate(now, 'weekday')) return `${t.audit.today}, ${day}`
  return day === formatDate(now - dayMilliseconds, 'weekday') ? `${t.audit.yesterday}, ${day}` : day
}
