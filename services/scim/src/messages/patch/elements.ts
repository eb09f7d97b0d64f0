import type { Attribute } from '../../schemas/attribute.ts'
import { assigned, type ScimObject } from '../../schemas/scim-object.ts'
import { ScimError } from '../error.ts'
import type { Filter } from '../filter/filter.ts'
import { matches } from '../filter/matches.ts'
import { messageLimits, requireAtMost } from '../limits.ts'
import { distinct, hasContent, identityOf } from '../list-values.ts'

type Elements = readonly ScimObject[]

const orNone = (elements: Elements): Elements | undefined => (elements.length > 0 ? elements : undefined)

/** An existing value is changed by the members of the new one and not added again (RFC 7644 section 3.5.2.1). */
export function addElements(current: Elements, added: Elements): Elements | undefined {
  requireAtMost(current.length + added.length, messageLimits.values, 'values of one attribute')
  return orNone(withOnePrimary(distinct([...current, ...added]), added))
}

interface Change {
  readonly attribute: Attribute
  /** Null for all values. */
  readonly values: Filter | null
  /** Undefined removes the values. */
  readonly change: ScimObject | undefined
  readonly strict: boolean
}

/**
 * RFC 7644 section 3.5.2.3 requires noTarget without a match; unless strict, a value that matches the filter is created, because
 * directories rely on it.
 */
export function changeElements(
  current: Elements,
  { attribute, values, change, strict }: Change,
): Elements | undefined {
  const isMeant = (element: ScimObject): boolean => !values || matches(values, element)
  if (current.some(isMeant)) {
    if (!change) return removeElements(current, isMeant)
    const next = current.map((element) => (isMeant(element) ? assigned({ ...element, ...change }) : element))
    const changed = next.filter((element, index) => element !== current[index])
    const kept = distinct(next.filter((element) => hasContent(attribute, element)))
    return orNone(withOnePrimary(kept, change.primary === true ? changed : []))
  }
  const made = change ? assigned({ ...(values ? equalities(values) : {}), ...change }) : {}
  const isMissing = !hasContent(attribute, made)
  // A path without a filter names an attribute that does not exist: the value is added (RFC 7644 section 3.5.2.3).
  if (strict ? values || isMissing : values && !isMissing && !matches(values, made))
    throw new ScimError(400, `No value of ${attribute.name} meets the filter of the path.`, {
      scimType: 'noTarget',
    })
  if (isMissing) return orNone(current)
  return addElements(current, [made])
}

export const removeElements = (
  current: Elements,
  isMeant: (element: ScimObject) => boolean,
): Elements | undefined => orNone(current.filter((element) => !isMeant(element)))

/** A value without content is removed. */
export function removeSubAttribute(
  current: Elements,
  isMeant: (element: ScimObject) => boolean,
  { attribute, sub }: { readonly attribute: Attribute; readonly sub: Attribute },
): Elements | undefined {
  const left = current.map((element) =>
    isMeant(element) ? assigned({ ...element, [sub.name]: undefined }) : element,
  )
  return orNone(left.filter((element) => hasContent(attribute, element)))
}

/** Returns the members of a value that a filter of equalities describes. */
function equalities(filter: Filter): ScimObject {
  if (filter.kind === 'all') return Object.assign({}, ...filter.filters.map(equalities))
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || filter.value === null) return {}
  return { [filter.ref.attribute.name]: filter.value }
}

/** Keeps at most one primary value (RFC 7643 section 2.4), the last one in the request. */
function withOnePrimary(elements: Elements, named: Elements): Elements {
  const primary = named.findLast((element) => element.primary === true)
  if (!primary) return elements
  const identity = identityOf(primary)
  const chosen = elements.findLast((element) => element.primary === true && identityOf(element) === identity)
  return elements.map((element) =>
    element === chosen || element.primary !== true ? element : { ...element, primary: false },
  )
}
