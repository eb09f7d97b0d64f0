import type { JsonSchema, ObjectSchema } from './json-schema.ts'
import { describeParameter } from './parameter-descriptions.ts'

/** Keywords without use for a model; the server checks them and explains violations. */
const unread = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems'])

/** Rules that state nothing: no required member, names of any text. */
const isEmptyRule = (keyword: string, value: unknown): boolean =>
  (keyword === 'required' && Array.isArray(value) && value.length === 0) ||
  (keyword === 'propertyNames' && JSON.stringify(value) === '{"type":"string"}')

/** Characters of a pattern, and values of a list; the description names the form of a longer one. */
const longestPattern = 60
const mostValues = 60

/** The server checks them: they cost a model more tokens than they are worth. */
const isTooLong = (keyword: string, value: unknown): boolean =>
  (keyword === 'pattern' && typeof value === 'string' && value.length > longestPattern) ||
  (keyword === 'enum' && Array.isArray(value) && value.length > mostValues)

const isSelfEvident = (keyword: string, bound: unknown): boolean =>
  typeof bound === 'number' &&
  ((keyword === 'minimum' && bound <= 1) || (keyword === 'maximum' && bound >= 999_999_999))

/** Recognizes `additionalProperties` that permits everything or nothing. */
const isAboutOthers = (keyword: string, value: unknown): boolean =>
  keyword === 'additionalProperties' && (value === false || JSON.stringify(value) === '{}')

/**
 * Describes every parameter and removes unused keywords. The description of a parameter with `x-brief` replaces the schema of its
 * items.
 */
export const inputForModels = (schema: ObjectSchema): ObjectSchema => ({
  ...(withoutUnread(schema) as ObjectSchema),
  ...(schema.additionalProperties === false ? { additionalProperties: false } : {}),
  properties: Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => {
      const description = descriptionOf(property) ?? describeParameter(name)
      const shown = property['x-brief'] ? { type: property.type } : (withoutUnread(property) as JsonSchema)
      return [name, { ...shown, ...(description ? { description } : {}) }]
    }),
  ),
})

/** Shortens the description of an id to its form: the parameter's name says its kind. */
const descriptionOf = ({ description }: JsonSchema): string | undefined =>
  typeof description === 'string'
    ? description.replace(/^Opaque id of an? [^(]*\((\w+_\u2026)\)\.$/, '$1')
    : undefined

function withoutUnread(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnread)
  if (typeof value !== 'object' || value === null) return value
  const { properties, ...rest } = value as JsonSchema
  const members = Object.entries(rest)
    .filter(
      ([keyword, bound]) =>
        !unread.has(keyword) &&
        !isSelfEvident(keyword, bound) &&
        !isTooLong(keyword, bound) &&
        !isEmptyRule(keyword, bound) &&
        !isAboutOthers(keyword, bound),
    )
    .map(([keyword, inner]) => [keyword, withoutUnread(inner)])
  if (typeof properties !== 'object' || properties === null) return Object.fromEntries(members)
  const named = Object.entries(properties).map(([name, inner]) => [name, withoutUnread(inner)])
  return Object.fromEntries([...members, ['properties', Object.fromEntries(named)]])
}

/** Required members are omitted: a call returns a preview or the result. */
export interface OutputSchema extends JsonSchema {
  readonly type: 'object'
  readonly properties: ObjectSchema['properties']
}

/** Omits nested members: the full schemas of all tools were two thirds of the list that clients send to their model. */
export const outputForClients = (schema: ObjectSchema): OutputSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => [name, typeOnly(property)]),
  ),
})

const typeOnly = ({ type }: JsonSchema): JsonSchema => (type === undefined ? {} : { type })
