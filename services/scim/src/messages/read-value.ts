import type { Attribute } from '../schemas/attribute.ts'
import { findByName } from '../schemas/find-attribute.ts'
import { assigned, isObject, type ScimObject, type ScimValue } from '../schemas/scim-object.ts'
import { booleanOf } from './filter/typed-value.ts'
import { maxValuesOf, messageLimits, requireAtMost } from './limits.ts'
import { distinct, hasContent } from './list-values.ts'
import { invalidValue, passOver, type Reading } from './reading.ts'

/**
 * Converts a value to the form of its attribute; undefined when it is unassigned (RFC 7643 section 2.5: null and empty lists). Unless
 * strict, accepts a single value for a list and the reverse, a bare value for a complex one and the reverse, numbers and booleans as
 * text and the reverse, and an empty text as unassigned.
 */
export function readValue(
  attribute: Attribute,
  value: unknown,
  path: string,
  reading: Reading,
): ScimValue | undefined {
  if (value === null || value === undefined) return undefined
  if (!attribute.multiValued) return readOne(attribute, value, path, reading)
  if (reading.strict && !Array.isArray(value)) throw invalidValue(path, 'must be a list')
  const values = Array.isArray(value) ? value : [value]
  requireAtMost(values.length, maxValuesOf(attribute), `values of ${attribute.name}`)
  const read = values.map((element) => readOne(attribute, element, path, reading))
  const kept = read.filter((element) => isObject(element)).filter((element) => hasContent(attribute, element))
  if (kept.length < read.length && findByName(attribute.subAttributes ?? [], 'value')?.required)
    throw invalidValue(path, 'must have a value in each element')
  const elements = Number.isFinite(maxValuesOf(attribute)) ? distinct(kept) : kept
  if (elements.filter(({ primary }) => primary === true).length > 1)
    throw invalidValue(path, 'may have one primary value')
  return elements.length > 0 ? elements : undefined
}

/** Entra writes a single value in a list of one element, with or without an object. */
function single({ type }: Attribute, value: unknown, { strict }: Reading): unknown {
  if (strict || !Array.isArray(value) || value.length !== 1) return value
  const [only]: unknown[] = value
  return type !== 'complex' && isObject(only) && 'value' in only ? only.value : only
}

function readOne(
  attribute: Attribute,
  given: unknown,
  path: string,
  reading: Reading,
): ScimValue | undefined {
  const value = attribute.multiValued ? given : single(attribute, given, reading)
  if (value === null) return undefined
  switch (attribute.type) {
    case 'complex':
      return readComplex(attribute, value, path, reading)
    case 'boolean':
      return booleanOf(value, reading.strict) ?? refuseType(path, 'true or false')
    case 'string':
      return readText(value, path, reading)
    case 'reference':
      return attribute.referenceTypes?.includes('external') ? readText(value, path, reading) : undefined
    // The service sets other references and times itself.
    default:
      return undefined
  }
}

function readText(value: unknown, path: string, { strict }: Reading): string | undefined {
  const isScalar = typeof value === 'number' || typeof value === 'boolean'
  const text = !strict && isScalar ? String(value) : value
  if (typeof text !== 'string') return refuseType(path, 'a string')
  if (text.length > messageLimits.characters)
    throw invalidValue(path, `must have at most ${messageLimits.characters} characters`)
  return text.trim() === '' ? undefined : text
}

function readComplex(
  attribute: Attribute,
  value: unknown,
  path: string,
  reading: Reading,
): ScimObject | undefined {
  const result = assigned(readMembers(attribute, value, path, reading) ?? {})
  return Object.keys(result).length > 0 ? result : undefined
}

/**
 * Reads the named sub-attributes, each undefined when it is unassigned: a change removes that one, and keeps the ones that the value
 * does not name (RFC 7644 sections 3.5.2.1 and 3.5.2.3). @returns undefined for null, which unassigns the whole attribute
 */
export function readMembers(
  attribute: Attribute,
  given: unknown,
  path: string,
  reading: Reading,
): ScimObject | undefined {
  const { subAttributes = [] } = attribute
  const value = single(attribute, given, reading)
  const bare = reading.strict || typeof value !== 'string' ? value : fromText(attribute, value)
  if (bare === null || bare === undefined) return undefined
  if (!isObject(bare)) return refuseType(path, 'an object')
  const result: ScimObject = {}
  for (const [name, member] of Object.entries(bare)) {
    const sub = findByName(subAttributes, name)
    if (!sub) passOver(reading, `${path}.${name}`)
    else if (sub.mutability !== 'readOnly')
      result[sub.name] = readValue(sub, member, `${path}.${sub.name}`, reading)
  }
  return result
}

/** Directories send a text for the `value` of a complex value, or for the whole of a postal address. */
function fromText({ multiValued, subAttributes = [] }: Attribute, text: string): unknown {
  if (findByName(subAttributes, 'value')) return { value: text }
  return multiValued && findByName(subAttributes, 'formatted') ? { formatted: text } : text
}

const refuseType = (path: string, expected: string): never => {
  throw invalidValue(path, `must be ${expected}`)
}
