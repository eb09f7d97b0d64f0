import type { Attribute } from '../../schemas/attribute.ts'
import { type AttributeRef, nameOf } from '../../schemas/find-attribute.ts'
import { assigned, listOf, objectOf, type ScimObject, type ScimValue } from '../../schemas/scim-object.ts'
import { ScimError } from '../error.ts'
import { clausesIn } from '../filter/filter.ts'
import { matches } from '../filter/matches.ts'
import { messageLimits, requireAtMost } from '../limits.ts'
import { contentKey } from '../list-values.ts'
import { readMembers, readValue } from '../read-value.ts'
import { invalidValue, type Reading } from '../reading.ts'
import { addElements, changeElements, removeElements, removeSubAttribute } from './elements.ts'
import type { Operation } from './operations.ts'

/**
 * Applies operations to a copy in their order. Writes only declared names, so a path cannot reach properties of JavaScript objects.
 */
export function applyOperations(
  resource: ScimObject,
  operations: readonly Operation[],
  reading: Reading,
): ScimObject {
  requireAtMost(operations.length, messageLimits.changes, 'changes of attributes')
  const copy = structuredClone(resource)
  let comparisons = 0
  for (const operation of operations) {
    comparisons += comparisonsOf(copy, operation)
    requireAtMost(comparisons, messageLimits.comparisons, 'comparisons of values with filters of paths')
    apply(copy, operation, reading)
  }
  return copy
}

function comparisonsOf(resource: ScimObject, { path: { ref, values } }: Operation): number {
  if (!values) return 0
  const owner = ref.extension ? objectOf(resource[ref.extension.id]) : resource
  return (1 + listOf(owner[ref.attribute.name]).length) * clausesIn(values)
}

function apply(resource: ScimObject, operation: Operation, reading: Reading): void {
  const { ref } = operation.path
  const { extension, attribute } = ref
  refuseReadOnly(ref)
  const owner = extension ? objectOf(resource[extension.id]) : resource
  const next =
    operation.kind === 'remove' ? removed(owner, operation, reading) : set(owner, operation, reading)
  if (next === undefined) delete owner[attribute.name]
  else owner[attribute.name] = next
  if (extension) {
    if (Object.keys(owner).length > 0) resource[extension.id] = owner
    else delete resource[extension.id]
  }
}

/** Rejects changes of read-only and removals of required attributes (RFC 7644 section 3.5.2). */
function refuseReadOnly(ref: AttributeRef): void {
  if ((ref.sub ?? ref.attribute).mutability === 'readOnly' || ref.attribute.mutability === 'readOnly')
    throw new ScimError(400, `${nameOf(ref)} cannot be changed.`, { scimType: 'mutability' })
}

function removed(owner: ScimObject, { path, value }: Operation, reading: Reading): ScimValue | undefined {
  const { ref, values } = path
  const { attribute, sub } = ref
  if (attribute.required && !sub)
    throw new ScimError(400, `${nameOf(ref)} is required.`, { scimType: 'mutability' })
  const current = owner[attribute.name]
  if (attribute.multiValued) {
    const elements = listOf(current)
    const isMeant = (element: ScimObject): boolean => !values || matches(values, element)
    if (sub) return removeSubAttribute(elements, isMeant, { attribute, sub })
    if (values) return removeElements(elements, isMeant)
    const named = namedToRemove(attribute, value, nameOf(ref), reading)
    return named ? removeElements(elements, (element) => named.has(contentKey(element))) : undefined
  }
  if (!sub) return undefined
  const { [sub.name]: _removed, ...rest } = objectOf(current)
  return Object.keys(rest).length > 0 ? rest : undefined
}

/**
 * Directories list the removed values in `value`, although RFC 7644 section 3.5.2.2 has no such member: without regard to it, the
 * operation would remove all values. Null without a list.
 */
function namedToRemove(attribute: Attribute, value: unknown, path: string, reading: Reading) {
  if (value === undefined || value === null) return null
  const named = listOf(readValue(attribute, value, path, reading))
  if (named.length === 0 && !(Array.isArray(value) && value.length === 0))
    throw invalidValue(path, 'names no value to remove')
  return new Set(named.map(contentKey))
}

function set(owner: ScimObject, { kind, path, value }: Operation, reading: Reading): ScimValue | undefined {
  const { ref, values } = path
  const { attribute, sub } = ref
  const current = owner[attribute.name]
  const name = nameOf(ref)
  if (sub) {
    const change = { [sub.name]: readValue(sub, value, name, reading) }
    return attribute.multiValued
      ? changeElements(listOf(current), { attribute, values, change, strict: reading.strict })
      : merged(objectOf(current), change)
  }
  if (values) {
    const change = readMembers(attribute, value, name, reading)
    return changeElements(listOf(current), { attribute, values, change, strict: reading.strict })
  }
  if (attribute.multiValued) {
    const read = readValue(attribute, value, name, reading)
    return kind === 'add' ? addElements(listOf(current), listOf(read)) : read
  }
  if (attribute.type !== 'complex') return readValue(attribute, value, name, reading)
  const change = readMembers(attribute, value, name, reading)
  return change && merged(objectOf(current), change)
}

function merged(current: ScimObject, change: ScimObject): ScimObject | undefined {
  const next = assigned({ ...current, ...change })
  return Object.keys(next).length > 0 ? next : undefined
}
