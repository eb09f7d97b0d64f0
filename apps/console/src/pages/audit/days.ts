const dayMilliseconds = 86_400_000

/** Returns the day after the chosen last day, because the server's `to` is exclusive. */
export const untilEndOf = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMilliseconds).toISOString().slice(0, 10)
