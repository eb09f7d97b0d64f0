const dayMilliseconds = 86_400_000

const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Returns the day after the chosen last day, because the server's `to` is exclusive. */
export const untilEndOf = (day: string): string => dayAt(Date.parse(`${day}T00:00:00Z`) + dayMilliseconds)

/** Returns a day in UTC, the zone of the server's `from`. */
export const daysAgo = (days: number, now = Date.now()): string => dayAt(now - days * dayMilliseconds)
