const dayMilliseconds = 86_400_000

/** A day that a person picks as the last one is meant to be part of the range; the server's `to` is exclusive. */
export const untilEndOf = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMilliseconds).toISOString().slice(0, 10)
