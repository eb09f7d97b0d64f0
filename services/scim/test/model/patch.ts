import { type Expression, nameOf, satisfies, toText } from './filter.ts'
import type { ModelAttribute } from './schema.ts'

export type Json = Record<string, unknown>

/** The value is absent, not undefined, when the request has none. */
export interface Step {
  readonly op: 'add' | 'replace' | 'remove'
  readonly attribute: ModelAttribute
  readonly sub?: ModelAttribute
  readonly where?: Expression
  readonly value?: unknown
  /** A path, a member of a value without a path, or a member of an extension's object. */
  readonly form: 'path' | 'member' | 'extension'
}

export interface Outcome {
  readonly resource?: Json
  readonly refused?: string
}

class Refused extends Error {}

/** Writes an operation as a directory sends it. */
export function toOperation({ op, attribute, sub, where, form, ...rest }: Step): Json {
  const path = `${nameOf(attribute)}${where ? `[${toText(where)}]` : ''}${sub ? `.${sub.name}` : ''}`
  if (form === 'path') return { op, path, ...rest }
  const { extension } = attribute
  return extension !== undefined && form === 'extension'
    ? { op, path: extension, value: { [attribute.name]: rest.value } }
    : { op, value: { [path]: rest.value } }
}

/** RFC 7644 section 3.5.2: all operations in their order, or none. */
export function patched(before: Json, steps: readonly Step[], strict: boolean): Outcome {
  const resource = structuredClone(before)
  try {
    for (const step of steps) applyStep(resource, step, strict)
    if (resource.active === undefined) throw new Refused('mutability')
    return { resource }
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message }
    throw error
  }
}

function applyStep(resource: Json, step: Step, strict: boolean): void {
  const { attribute, op } = step
  if (op !== 'remove' && !('value' in step)) throw new Refused('invalidValue')
  const { extension } = attribute
  const owner = extension === undefined ? resource : ((resource[extension] ?? {}) as Json)
  const next = valueAfter(owner[attribute.name], step, strict)
  if (isUnassigned(next)) delete owner[attribute.name]
  else owner[attribute.name] = next
  if (extension === undefined) return
  if (Object.keys(owner).length > 0) resource[extension] = owner
  else delete resource[extension]
}

/** RFC 7643 section 2.5: null, an empty list and a complex attribute without assigned members are unassigned. */
const isUnassigned = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) ? value.length === 0 : typeof value === 'object' && Object.keys(value).length === 0)

function valueAfter(current: unknown, step: Step, strict: boolean): unknown {
  if (step.attribute.kind === 'list') return listAfter((current ?? []) as Json[], step, strict)
  if (step.attribute.kind === 'object') return objectAfter((current ?? {}) as Json, step, strict)
  return step.op === 'remove' ? undefined : simple(step.attribute, step.value)
}

/** RFC 7644 section 3.5.2.1 and 3.5.2.3: the named sub-attributes change, all others stay. */
function objectAfter(current: Json, step: Step, strict: boolean): Json | undefined {
  const { op, attribute, sub, value } = step
  if (op === 'remove') return sub ? withMembers(current, { [sub.name]: null }) : undefined
  if (sub) return withMembers(current, { [sub.name]: simple(sub, value) ?? null })
  return value === null ? undefined : withMembers(current, members(attribute, value, strict))
}

function listAfter(current: Json[], step: Step, strict: boolean): Json[] {
  const { op, attribute, sub, where, value } = step
  if (op === 'remove') return listWithout(current, step, strict)
  if (sub || where) return selectedAfter(current, step, strict)
  const given = list(attribute, value, strict)
  return op === 'replace' ? given : onePrimary(distinct([...current, ...given]), given)
}

/** Directories list the values to remove next to a path without a filter; an empty list removes none, and null is no list. */
function listWithout(current: Json[], { attribute, sub, where, value }: Step, strict: boolean): Json[] {
  const isSelected = (element: Json) => !where || satisfies(where, element)
  if (sub)
    return current
      .map((one) => (isSelected(one) ? withMembers(one, { [sub.name]: null }) : one))
      .filter((one) => hasValue(attribute, one))
  if (where || value === undefined || value === null) return current.filter((one) => !isSelected(one))
  const named = list(attribute, value, strict).map(contentOf)
  if (named.length === 0 && (value as unknown[]).length > 0) throw new Refused('invalidValue')
  return current.filter((one) => !named.includes(contentOf(one)))
}

/** Changes the selected values of a list, or one sub-attribute of them. */
function selectedAfter(current: Json[], step: Step, strict: boolean): Json[] {
  const { attribute, sub, where, value } = step
  const isSelected = (element: Json) => !where || satisfies(where, element)
  const change = sub
    ? { [sub.name]: simple(sub, value) ?? null }
    : value === null
      ? null
      : members(attribute, value, strict)
  if (current.some(isSelected)) {
    if (!change) return current.filter((one) => !isSelected(one))
    const next = current.map((one) => (isSelected(one) ? withMembers(one, change) : one))
    const changed = next.filter((one, index) => one !== current[index])
    return onePrimary(
      distinct(next.filter((one) => hasValue(attribute, one))),
      change.primary === true ? changed : [],
    )
  }
  if (strict && where) throw new Refused('noTarget')
  return created(current, step, change, strict)
}

/**
 * Creates a value that satisfies the filter when none does (unless strict), because directories expect it. A list without values is no
 * such case: its attribute does not exist, so that the operation is an add (RFC 7644 section 3.5.2.3).
 */
function created(current: Json[], { attribute, where }: Step, change: Json | null, strict: boolean): Json[] {
  if (!change) return current
  const made = withMembers(where ? described(where) : {}, change)
  if (!hasValue(attribute, made)) {
    if (strict) throw new Refused('noTarget')
    return current
  }
  if (where && !satisfies(where, made)) throw new Refused('noTarget')
  return onePrimary(distinct([...current, made]), [made])
}

/** Returns the members that a filter of equalities joined by `and` describes. */
function described(where: Expression): Json {
  if (where.kind === 'and') return Object.assign({}, ...where.parts.map(described))
  const isEquality = where.kind === 'compare' && where.operator === 'eq' && where.literal !== null
  return isEquality ? { [where.attribute.name]: where.literal } : {}
}

const descriptive = ['type', 'primary', 'display']

const content = (element: Json): [string, unknown][] =>
  Object.entries(element).filter(([name]) => !descriptive.includes(name))

/** A value of a list has `value`, or at least one part when its attribute has no `value`, as an address. */
const hasValue = (attribute: ModelAttribute, element: Json): boolean =>
  attribute.subs?.some(({ name }) => name === 'value')
    ? element.value !== undefined
    : content(element).length > 0

const contentOf = (element: Json): string =>
  JSON.stringify(
    'value' in element
      ? folded(element.value)
      : content(element)
          .map(([name, part]) => [name, folded(part)])
          .toSorted(),
  )

/** Null unassigns a member. */
const withMembers = (current: Json, change: Json): Json =>
  Object.fromEntries(
    Object.entries({ ...current, ...change }).filter(([, value]) => value !== null && value !== undefined),
  )

const folded = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

/** RFC 7643 section 2.4: a pair of value and type occurs once. The members of the later one are added. */
function distinct(elements: Json[]): Json[] {
  const byIdentity = new Map<string, Json>()
  for (const element of elements) {
    const identity = JSON.stringify([contentOf(element), folded(element.type)])
    byIdentity.set(identity, { ...byIdentity.get(identity), ...element })
  }
  return [...byIdentity.values()]
}

/** RFC 7643 section 2.4: at most one value is primary. The last one that the request makes primary stays. */
function onePrimary(elements: Json[], named: Json[]): Json[] {
  const last = named.findLast(({ primary }) => primary === true)
  if (!last) return elements
  const isLast = (one: Json) => contentOf(one) === contentOf(last) && folded(one.type) === folded(last.type)
  const kept = elements.findLast((one) => one.primary === true && isLast(one))
  return elements.map((one) => (one.primary === true && one !== kept ? { ...one, primary: false } : one))
}

/** One value of a list may be primary; elements without a value are not stored. */
function list(attribute: ModelAttribute, value: unknown, strict: boolean): Json[] {
  if (value === null) return []
  if (!Array.isArray(value)) throw new Refused('invalidValue')
  const read = value.map((one) => withMembers({}, members(attribute, one, strict)))
  const elements = distinct(read.filter((one) => hasValue(attribute, one)))
  if (elements.filter(({ primary }) => primary === true).length > 1) throw new Refused('invalidValue')
  return elements
}

function members({ subs = [] }: ModelAttribute, value: unknown, strict: boolean): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refused('invalidValue')
  const unknown = Object.keys(value).filter((name) => !subs.some((sub) => sub.name === name))
  if (strict && unknown.length > 0) throw new Refused('invalidSyntax')
  const known = Object.entries(value).flatMap(([name, member]) => {
    const sub = subs.find((one) => one.name === name)
    return sub ? [[name, simple(sub, member) ?? null]] : []
  })
  return Object.fromEntries(known)
}

function simple({ kind }: ModelAttribute, value: unknown): unknown {
  if (value === null) return undefined
  if (typeof value !== (kind === 'flag' ? 'boolean' : 'string')) throw new Refused('invalidValue')
  return value
}
