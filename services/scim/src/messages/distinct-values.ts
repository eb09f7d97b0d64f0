import { normalizeKey } from '@signet/accounts'
import type { ScimObject, ScimValue } from './scim-object.ts'

/** Form of a value for comparisons, without regard to letter case. */
export const keyOf = (value: ScimValue | undefined): unknown =>
  typeof value === 'string' ? normalizeKey(value) : value

/** Identity of an element of a list: its value and type. */
export const identityOf = ({ value, type }: ScimObject): string => JSON.stringify([keyOf(value), keyOf(type)])

/** Joins elements of one value and type, which a list has once (RFC 7643 section 2.4). The later members replace the earlier. */
export function distinct(elements: readonly ScimObject[]): ScimObject[] {
  const joined = new Map<string, ScimObject>()
  for (const element of elements) {
    const identity = identityOf(element)
    joined.set(identity, { ...joined.get(identity), ...element })
  }
  return [...joined.values()]
}
