import type { JsonSchema, ObjectSchema } from './json-schema.ts'
import { describeParameter } from './parameter-descriptions.ts'

/** What the server checks and answers in a sentence anyway: a model fills in no string by its length. */
const unread = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems'])

/** A number below which nothing is counted, or beyond which nobody has so much. */
const isSelfEvident = (keyword: string, bound: unknown): boolean =>
  typeof bound === 'number' &&
  ((keyword === 'minimum' && bound <= 1) || (keyword === 'maximum' && bound >= 999_999_999))

/** An input schema as a model reads it: every parameter described, nothing it cannot use. */
export const inputForModels = (schema: ObjectSchema): ObjectSchema => ({
  ...(withoutUnread(schema) as ObjectSchema),
  properties: Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => {
      const description = descriptionOf(property) ?? describeParameter(name)
      return [name, { ...(withoutUnread(property) as JsonSchema), ...(description ? { description } : {}) }]
    }),
  ),
})

/** An id says by its prefix that it is one of ours. */
const descriptionOf = ({ description }: JsonSchema): string | undefined =>
  typeof description === 'string'
    ? description.replace(/^Opaque id of an? (.)/, (_, first: string) => first.toUpperCase())
    : undefined

function withoutUnread(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnread)
  if (typeof value !== 'object' || value === null) return value
  const { properties, ...rest } = value as JsonSchema
  const members = Object.entries(rest)
    .filter(([keyword, bound]) => !unread.has(keyword) && !isSelfEvident(keyword, bound))
    .map(([keyword, inner]) => [keyword, withoutUnread(inner)])
  if (typeof properties !== 'object' || properties === null) return Object.fromEntries(members)
  const named = Object.entries(properties).map(([name, inner]) => [name, withoutUnread(inner)])
  return Object.fromEntries([...members, ['properties', Object.fromEntries(named)]])
}

/**
 * An output schema as a client checks by it: the members of an answer and their types. What is within them an answer
 * shows by itself; the schemas of all tools in full were two thirds of a list that clients put before their model.
 */
export const outputForClients = (schema: ObjectSchema): ObjectSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => [name, typeOnly(property)]),
  ),
  required: [],
})

const typeOnly = ({ type }: JsonSchema): JsonSchema => (type === undefined ? {} : { type })
