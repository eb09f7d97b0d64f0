import { isDeepStrictEqual } from 'node:util'

/** Returns the names of the members whose values differ, without their values: an audit entry of a user has no personal data. */
export const changedMembers = (before: object, after: object): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(Reflect.get(before, name), Reflect.get(after, name)),
  )
