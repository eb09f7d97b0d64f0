import type { Attribute, Schema } from './attribute.ts'
import { commonAttributes } from './common.ts'

export interface SchemaSet {
  readonly schema: Schema
  readonly extensions: readonly { readonly schema: Schema; readonly required: boolean }[]
}

export interface AttributeRef {
  /** Null for the resource's own schema and for common attributes. */
  readonly extension: Schema | null
  readonly attribute: Attribute
  readonly sub: Attribute | null
}

/** Compares names of attributes without their letter case (RFC 7643 section 2.1). */
export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

export const findByName = (attributes: readonly Attribute[], name: string): Attribute | null =>
  attributes.find((attribute) => isSameName(attribute.name, name)) ?? null

/** Splits a name into its schema (RFC 7644 section 3.10) and the rest, which is empty for a URN without an attribute. */
export function splitUrn(
  { schema, extensions }: SchemaSet,
  name: string,
): { readonly schema: Schema | null; readonly rest: string } {
  const known = [...extensions.map((extension) => extension.schema), schema]
  for (const candidate of known) {
    const start = name.slice(0, candidate.id.length)
    const rest = name.slice(candidate.id.length)
    if (isSameName(start, candidate.id) && (rest === '' || rest.startsWith(':')))
      return { schema: candidate, rest: rest.slice(1) }
  }
  return { schema: null, rest: name }
}

/** Finds `name`, `name.sub` and either after a URN; null when the resource has no such attribute. */
export function findAttribute(set: SchemaSet, name: string): AttributeRef | null {
  const { schema, rest } = splitUrn(set, name)
  const extension = schema === set.schema ? null : schema
  const attributes = extension?.attributes ?? [...set.schema.attributes, ...commonAttributes]
  const [first = '', second, ...more] = rest.split('.')
  const attribute = findByName(attributes, first)
  if (!attribute || more.length > 0) return null
  if (second === undefined) return { extension, attribute, sub: null }
  const sub = findByName(attribute.subAttributes ?? [], second)
  return sub && { extension, attribute, sub }
}

export const nameOf = ({ extension, attribute, sub }: AttributeRef): string =>
  `${extension ? `${extension.id}:` : ''}${attribute.name}${sub ? `.${sub.name}` : ''}`
