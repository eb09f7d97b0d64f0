import type { JsonSchema } from '../json-schema.ts'
import { describeParameter } from '../parameter-descriptions.ts'
import { describeMember } from './member-descriptions.ts'

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Their value is a schema or a list of schemas, of the same field. */
const transparent: readonly string[] = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf']

/**
 * Adds a description to every field without one.
 * @param owner component or field that has the schema, for names with a meaning of their own there
 */
export function described(schema: JsonSchema, owner: string): JsonSchema {
  const within: Record<string, unknown> = {}
  for (const keyword of transparent) {
    const value = schema[keyword]
    if (Array.isArray(value)) within[keyword] = value.map((part: JsonSchema) => described(part, owner))
    else if (isSchema(value)) within[keyword] = described(value, owner)
  }
  if (!isSchema(schema.properties)) return { ...schema, ...within }
  const properties = Object.entries(schema.properties as Record<string, JsonSchema>).map(([name, member]) => {
    const description = member.description ?? describeMember(owner, name) ?? describeParameter(name)
    return [name, { ...described(member, name), ...(description === undefined ? {} : { description }) }]
  })
  return { ...schema, ...within, properties: Object.fromEntries(properties) }
}
