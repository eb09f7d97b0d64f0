import { type AttributeRef, nameOf } from '../../schemas/find-attribute.ts'
import { ScimError } from '../error.ts'
import { clausesIn } from '../filter/filter.ts'
import { matches } from '../filter/matches.ts'
import { messageLimits, requireAtMost } from '../limits.ts'
import { readValue } from '../read-value.ts'
import type { Reading } from '../reading.ts'
import { listOf, objectOf, type ScimObject, type ScimValue } from '../scim-object.ts'
import { addElements, changeElements, removeElements } from './elements.ts'
import type { Operation } from './operations.ts'

/**
 * Applies operations to a copy of a resource in their order. Writes only declared names, so a path cannot reach
 * properties of JavaScript objects.
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
    if (values || sub) return removeElements(elements, (element) => !values || matches(values, element), sub)
    // Directories list the values to remove in `value`. Ignoring it would remove all values.
    const named = value === undefined ? undefined : listOf(readValue(attribute, value, nameOf(ref), reading))
    const removed = named && new Set(named.map(({ value: own }) => own))
    return removed ? removeElements(elements, ({ value: own }) => removed.has(own), null) : undefined
  }
  if (!sub) return undefined
  const { [sub.name]: _removed, ...rest } = objectOf(current)
  return Object.keys(rest).length > 0 ? rest : undefined
}

function set(owner: ScimObject, { kind, path, value }: Operation, reading: Reading): ScimValue | undefined {
  const { ref, values } = path
  const { attribute, sub } = ref
  const current = owner[attribute.name]
  if (sub || values) {
    const target = sub ?? { ...attribute, multiValued: false }
    const read = readValue(target, value, nameOf(ref), reading)
    const change = sub ? { [sub.name]: read } : objectOf(read)
    if (attribute.multiValued)
      return changeElements(listOf(current), { attribute, values, change, strict: reading.strict })
    return merged(objectOf(current), change)
  }
  const read = readValue(attribute, value, nameOf(ref), reading)
  if (attribute.multiValued && kind === 'add') return addElements(listOf(current), listOf(read))
  // Sub-attributes that are not in the value stay (RFC 7644 sections 3.5.2.1 and 3.5.2.3).
  return attribute.type === 'complex' && !attribute.multiValued && read !== undefined
    ? merged(objectOf(current), objectOf(read))
    : read
}

function merged(current: ScimObject, change: ScimObject): ScimObject | undefined {
  const next = Object.fromEntries(
    Object.entries({ ...current, ...change }).filter(([, member]) => member !== undefined),
  )
  return Object.keys(next).length > 0 ? next : undefined
}
