/** UTC, as YYYY-MM and YYYY-MM-DD. */

export const monthOf = (at: Date): string => at.toISOString().slice(0, 7)
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
export const firstDay = (month: string): string => `${month}-01`

export function addMonths(month: string, count: number): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + count)
  return monthOf(at)
}

/** Includes both months. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month)
  return months
}

/** Includes both days. */
export function daysOf(month: string, from: string, to: string): string[] {
  const days: string[] = []
  const at = new Date(`${month}-01T00:00:00Z`)
  for (; monthOf(at) === month; at.setUTCDate(at.getUTCDate() + 1)) days.push(dayOf(at))
  return days.filter((day) => day >= from && day <= to)
}

/** Marks and daily figures are stored since this day. */
export const keptFrom = (now: Date): string => firstDay(addMonths(monthOf(now), -1))
