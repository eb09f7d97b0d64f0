/**
 * Limits of the first request of a list. The first page of the console loads only these of the limits.
 */
/** A search by words finds at most `searchedUpTo` users. */
export const userPage = { max: 200, default: 50, queryCharacters: 254, searchedUpTo: 1000 } as const
export const listPage = {
  max: 200,
  default: 50,
  countedUpTo: 10_000,
  queryCharacters: 254,
  cursorCharacters: 4000,
} as const
