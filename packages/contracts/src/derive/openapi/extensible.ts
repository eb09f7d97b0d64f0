import type { JsonSchema } from '../json-schema.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened)
  if (!isRecord(value)) return value
  const members = Object.entries(value).filter(
    ([keyword, member]) => keyword !== 'additionalProperties' || member !== false,
  )
  return Object.fromEntries(members.map(([key, member]) => [key, opened(member)]))
}

/**
 * Permits further members in schemas that only answers have, so that a client generated from this document accepts the answers of a
 * later release. Requests stay closed: the server rejects unknown fields.
 */
export const withExtensibleAnswers = (
  schemas: Readonly<Record<string, JsonSchema>>,
  requested: Readonly<Record<string, JsonSchema>>,
): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      name in requested ? schema : (opened(schema) as JsonSchema),
    ]),
  )
