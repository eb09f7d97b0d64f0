import { normalizeKey } from '@signet/accounts'
import type { Attribute } from '../../schemas/attribute.ts'
import type { ScimObject } from '../../schemas/scim-object.ts'
import type { Filter, FilterValue, Operator } from './filter.ts'

/** Evaluates the filter of a path for one value, with the results of `filterToSql`. */
export function matches(filter: Filter, element: ScimObject): boolean {
  switch (filter.kind) {
    case 'all':
      return filter.filters.every((part) => matches(part, element))
    case 'any':
      return filter.filters.some((part) => matches(part, element))
    case 'not':
      return !matches(filter.filter, element)
    case 'present':
      return element[filter.ref.attribute.name] !== undefined
    case 'compare':
      return compare(filter.ref.attribute, element, filter.operator, filter.value)
    // A value has no nested values.
    case 'value':
      return false
  }
}

function compare(
  attribute: Attribute,
  element: ScimObject,
  operator: Operator,
  expected: FilterValue,
): boolean {
  const actual = comparable(attribute, element[attribute.name] ?? assumedValue(attribute))
  const other = comparable(attribute, expected)
  if (operator === 'eq') return actual === other
  if (operator === 'ne') return actual !== other
  if (typeof actual !== 'string' || typeof other !== 'string') return false
  return textual[operator](actual, other)
}

/** An attribute `primary` that is not specified is false (RFC 7643 section 2.4). */
const assumedValue = ({ type }: Attribute): boolean | null => (type === 'boolean' ? false : null)

const comparable = ({ type, caseExact }: Attribute, value: unknown): unknown =>
  type === 'string' && !caseExact && typeof value === 'string' ? normalizeKey(value) : (value ?? null)

/** Every text column has this order. */
const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))

const textual: Record<Exclude<Operator, 'eq' | 'ne'>, (actual: string, other: string) => boolean> = {
  co: (actual, other) => actual.includes(other),
  sw: (actual, other) => actual.startsWith(other),
  ew: (actual, other) => actual.endsWith(other),
  gt: (actual, other) => byBytes(actual, other) > 0,
  ge: (actual, other) => byBytes(actual, other) >= 0,
  lt: (actual, other) => byBytes(actual, other) < 0,
  le: (actual, other) => byBytes(actual, other) <= 0,
}
