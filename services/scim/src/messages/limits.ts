import type { Attribute } from '../schemas/attribute.ts'
import { ScimError } from './error.ts'

/** Most that one request may hold, beside its size: each bounds work that grows faster than the request. */
export const messageLimits = {
  /** Operations of a PATCH as they are sent; a directory may send one for each member of a group. */
  operations: 5_000,
  /** Operations on attributes other than members, and steps that operations on members are joined to. */
  changes: 100,
  /** Values of a list other than members. A profile keeps fewer. */
  values: 50,
  /** Characters of one text. No attribute keeps more. */
  characters: 4_096,
  /** Comparisons of a value with a clause of a path's filter. */
  comparisons: 5_000,
} as const

/** Refuses a request that holds more of something than one request may. */
export function requireAtMost(count: number, limit: number, things: string): void {
  if (count > limit)
    throw new ScimError(400, `The request has more than ${limit} ${things}. Send them in several requests.`, {
      scimType: 'tooMany',
    })
}

/** Memberships are rows of the database and are never compared with each other. */
export const maxValuesOf = ({ name }: Attribute): number =>
  name === 'members' ? Number.POSITIVE_INFINITY : messageLimits.values
