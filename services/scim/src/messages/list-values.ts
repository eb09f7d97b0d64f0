import { normalizeKey } from '@signet/accounts'
import type { Attribute } from '../schemas/attribute.ts'
import type { ScimObject, ScimValue } from '../schemas/scim-object.ts'

/** Ignores letter case. */
const keyOf = (value: ScimValue | undefined): unknown =>
  typeof value === 'string' ? normalizeKey(value) : value

/** Sub-attributes that describe a value and are not part of it. */
const descriptive = ['type', 'primary', 'display']

/** True for an element with a value, or for one of an attribute without `value` that has another part. */
export const hasContent = ({ subAttributes = [] }: Attribute, element: ScimObject): boolean =>
  subAttributes.some(({ name }) => name === 'value')
    ? element.value !== undefined
    : Object.keys(element).some((name) => !descriptive.includes(name) && element[name] !== undefined)

/** The value of an element, or all parts of one without a value, such as an address. */
export function contentKey(element: ScimObject): string {
  if (element.value !== undefined) return JSON.stringify(keyOf(element.value))
  const parts = Object.entries(element).filter(([name]) => !descriptive.includes(name))
  return JSON.stringify(parts.map(([name, part]) => [name, keyOf(part)]).toSorted())
}

/** Content and type identify an element of a list. */
export const identityOf = (element: ScimObject): string =>
  `${contentKey(element)} ${JSON.stringify(keyOf(element.type))}`

/** A list has a value and type once (RFC 7643 section 2.4). The later members replace the earlier. */
export function distinct(elements: readonly ScimObject[]): ScimObject[] {
  const joined = new Map<string, ScimObject>()
  for (const element of elements) {
    const identity = identityOf(element)
    joined.set(identity, { ...joined.get(identity), ...element })
  }
  return [...joined.values()]
}
