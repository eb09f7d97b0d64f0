import { type AttributeRef, findAttribute, type SchemaSet, splitUrn } from '../schemas/find-attribute.ts'
import { listOf, objectOf, type ScimObject, type ScimValue } from '../schemas/scim-object.ts'
import type { Parameters } from './list-query.ts'

/** RFC 7644 section 3.4.2.5 */
export interface Projection {
  readonly mode: 'all' | 'only' | 'without'
  readonly refs: readonly AttributeRef[]
  /** URNs of extensions that are named as a whole. */
  readonly extensions: readonly string[]
}

/** `attributes` precedes `excludedAttributes`. Unknown names select nothing. */
export function readProjection(parameters: Parameters, schemas: SchemaSet): Projection {
  const only = splitNames(parameters.attributes)
  const without = splitNames(parameters.excludedAttributes)
  if (only.length > 0) return { mode: 'only', ...resolve(only, schemas) }
  if (without.length > 0) return { mode: 'without', ...resolve(without, schemas) }
  return { mode: 'all', refs: [], extensions: [] }
}

/** Splits names at commas, from one or several parameters or from the list of a search request. */
const splitNames = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((part) => typeof part === 'string')
    .flatMap((part) => part.split(','))
    .map((name) => name.trim())
    .filter(Boolean)
    .slice(0, 100)

function resolve(names: readonly string[], schemas: SchemaSet): Omit<Projection, 'mode'> {
  const refs: AttributeRef[] = []
  const extensions: string[] = []
  for (const name of names) {
    const { schema, rest } = splitUrn(schemas, name)
    const ref = findAttribute(schemas, name)
    if (ref) refs.push(ref)
    else if (schema && schema !== schemas.schema && rest === '') extensions.push(schema.id)
  }
  return { refs, extensions }
}

/** An attribute that the response does not need is not read. */
export function includesAttribute({ mode, refs }: Projection, name: string): boolean {
  const named = refs.filter(({ extension, attribute }) => !extension && attribute.name === name)
  if (mode === 'all') return true
  return mode === 'only' ? named.length > 0 : named.every(({ sub }) => sub !== null)
}

/** RFC 7643 section 7 */
const alwaysReturned = ['schemas', 'id']

export function project(resource: ScimObject, projection: Projection): ScimObject {
  if (projection.mode === 'all') return resource
  return projection.mode === 'only' ? only(resource, projection) : without(resource, projection)
}

function only(resource: ScimObject, { refs, extensions }: Projection): ScimObject {
  const result: ScimObject = {}
  for (const name of [...alwaysReturned, ...extensions])
    if (resource[name] !== undefined) result[name] = resource[name]
  for (const [owner, group] of Map.groupBy(refs, ({ extension }) => extension?.id ?? null)) {
    if (owner !== null && extensions.includes(owner)) continue
    const source = owner === null ? resource : objectOf(resource[owner])
    const chosen = chooseMembers(source, group)
    if (owner === null) Object.assign(result, chosen)
    else if (Object.keys(chosen).length > 0) result[owner] = chosen
  }
  return result
}

function chooseMembers(source: ScimObject, refs: readonly AttributeRef[]): ScimObject {
  const chosen: ScimObject = {}
  for (const [name, group] of Map.groupBy(refs, ({ attribute }) => attribute.name)) {
    const value = source[name]
    if (value === undefined || (alwaysReturned.includes(name) && source.schemas)) continue
    const subs = group.map(({ sub }) => sub?.name)
    const part = subs.includes(undefined) ? value : mapMembers(value, (member) => subs.includes(member))
    if (part !== undefined) chosen[name] = part
  }
  return chosen
}

function without(resource: ScimObject, { refs, extensions }: Projection): ScimObject {
  const result: ScimObject = { ...resource }
  for (const name of extensions) delete result[name]
  for (const { extension, attribute, sub } of refs) {
    if (!extension && alwaysReturned.includes(attribute.name)) continue
    const owner = extension ? { ...objectOf(result[extension.id]) } : result
    const value = owner[attribute.name]
    const rest = sub && value !== undefined ? mapMembers(value, (name) => name !== sub.name) : undefined
    if (rest === undefined) delete owner[attribute.name]
    else owner[attribute.name] = rest
    if (!extension) continue
    if (Object.keys(owner).length > 0) result[extension.id] = owner
    else delete result[extension.id]
  }
  return result
}

/** Undefined when no member is left. */
function mapMembers(value: ScimValue, keeps: (name: string) => boolean): ScimValue | undefined {
  const keep = (object: ScimObject): ScimObject =>
    Object.fromEntries(Object.entries(object).filter(([name]) => keeps(name)))
  const hasMembers = (object: ScimObject): boolean => Object.keys(object).length > 0
  if (Array.isArray(value)) {
    const elements = listOf(value).map(keep).filter(hasMembers)
    return elements.length > 0 ? elements : undefined
  }
  if (typeof value !== 'object') return value
  const rest = keep(objectOf(value))
  return hasMembers(rest) ? rest : undefined
}
