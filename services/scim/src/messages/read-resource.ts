import { refuseUnstorable } from '@signet/http'
import type { Attribute } from '../schemas/attribute.ts'
import { commonAttributes } from '../schemas/common.ts'
import { findByName, isSameName, type SchemaSet, splitUrn } from '../schemas/find-attribute.ts'
import { isObject, type ScimObject } from '../schemas/scim-object.ts'
import { ScimError } from './error.ts'
import { readValue } from './read-value.ts'
import { invalidValue, passOver, type Reading } from './reading.ts'

/**
 * Accepted and never stored. The password of a managed account is in its directory. Clients that have a class for each schema send
 * `schemas` in an extension too.
 */
const neverKept = ['schemas', 'password']

export const isNeverKept = (name: string): boolean => neverKept.some((known) => isSameName(known, name))

/** Requires an object whose texts can be stored. */
export function readBody(body: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(body))
    throw new ScimError(400, 'The body must be a JSON object.', { scimType: 'invalidSyntax' })
  refuseUnstorable(body)
  return body
}

/** Ignores read-only attributes (RFC 7644 sections 3.3 and 3.5.1), and unknown ones unless strict. */
export function readResource(body: unknown, schemas: SchemaSet, reading: Reading): ScimObject {
  const sent = readBody(body)
  if (reading.strict) requireSchemas(sent, schemas)
  const attributes = [...schemas.schema.attributes, ...commonAttributes]
  const { extensions, core } = partition(sent, schemas)
  const resource = readMembers(core, attributes, '', reading)
  for (const { id, attributes: own, members } of extensions) {
    const extension = readMembers(members, own, `${id}:`, reading)
    if (Object.keys(extension).length > 0) resource[id] = extension
  }
  return resource
}

export function requireAttributes(resource: ScimObject, { schema }: SchemaSet): void {
  const missing = schema.attributes.find(({ name, required }) => required && resource[name] === undefined)
  if (missing) throw invalidValue(missing.name, 'is required')
}

interface Extension {
  readonly id: string
  readonly attributes: readonly Attribute[]
  readonly members: Readonly<Record<string, unknown>>
}

/** Objects of extensions are members named by their URN. */
function partition(sent: Readonly<Record<string, unknown>>, schemas: SchemaSet) {
  const core: [string, unknown][] = []
  const extensions: Extension[] = []
  for (const [name, value] of Object.entries(sent)) {
    const { schema, rest } = splitUrn(schemas, name)
    if (schema && schema !== schemas.schema && rest === '') {
      if (value !== null && !isObject(value)) throw invalidValue(schema.id, 'must be an object')
      extensions.push({ ...schema, members: value ?? {} })
    } else core.push([name, value])
  }
  return { extensions, core: Object.fromEntries(core) }
}

function readMembers(
  members: Readonly<Record<string, unknown>>,
  attributes: readonly Attribute[],
  prefix: string,
  reading: Reading,
): ScimObject {
  const result: ScimObject = {}
  for (const [name, value] of Object.entries(members)) {
    if (isNeverKept(name)) continue
    const attribute = findByName(attributes, name)
    if (!attribute) passOver(reading, `${prefix}${name}`)
    else if (attribute.mutability !== 'readOnly') {
      const read = readValue(attribute, value, `${prefix}${attribute.name}`, reading)
      if (read !== undefined) result[attribute.name] = read
    }
  }
  return result
}

/** `schemas` names the schema of the resource and exactly the extensions of the body, and no other URN. */
function requireSchemas(sent: Readonly<Record<string, unknown>>, schemas: SchemaSet): void {
  requireSchema(sent.schemas, schemas.schema.id)
  const named: unknown[] = Array.isArray(sent.schemas) ? sent.schemas : []
  const urns = [schemas.schema.id, ...schemas.extensions.map(({ schema }) => schema.id)]
  const isKnown = (name: unknown) => typeof name === 'string' && urns.some((urn) => isSameName(urn, name))
  const unknown = named.find((name) => !isKnown(name))
  if (unknown !== undefined) throw invalidValue('schemas', `names ${String(unknown)}, which is not supported`)
  for (const { schema } of schemas.extensions)
    if (Object.keys(sent).some((name) => isSameName(name, schema.id))) requireSchema(named, schema.id)
}

/** RFC 7643 section 3 */
export function requireSchema(named: unknown, urn: string): void {
  const names: unknown[] = Array.isArray(named) ? named : []
  if (!names.some((name) => typeof name === 'string' && isSameName(name, urn)))
    throw new ScimError(400, `schemas must name ${urn}.`, { scimType: 'invalidSyntax' })
}
