import type { Attribute } from '../schemas/attribute.ts'
import { ScimError } from './error.ts'

/** Limits of work that grows faster than the size of a request. */
export const messageLimits = {
  /** A directory may send an operation of a PATCH for each member of a group. */
  operations: 5_000,
  /** Operations on attributes other than members, and joined operations on members. */
  changes: 100,
  /** Values of a list other than members. A profile stores fewer. */
  values: 50,
  /** Characters of one text. No attribute stores more. */
  characters: 4_096,
  /** Comparisons of a value with a clause of a path's filter. */
  comparisons: 5_000,
} as const

export function requireAtMost(count: number, limit: number, things: string): void {
  if (count > limit)
    throw new ScimError(400, `The request has more than ${limit} ${things}. Send them in several requests.`, {
      scimType: 'tooMany',
    })
}

/** Members are rows of the database and are never compared with each other. */
export const maxValuesOf = ({ name }: Attribute): number =>
  name === 'members' ? Number.POSITIVE_INFINITY : messageLimits.values
