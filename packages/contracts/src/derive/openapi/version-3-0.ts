import type { JsonSchema } from '../json-schema.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords whose value is data, which is copied. */
const data = new Set(['example', 'value', 'enum', 'default'])
/** Keywords whose members have names chosen by the document. */
const named = new Set(['properties', 'schemas', 'examples', 'responses', 'parameters', 'paths', 'headers'])
/** JSON Schema 2020-12 keywords that OpenAPI 3.0 does not have. */
const unknown = new Set(['propertyNames', 'jsonSchemaDialect', '$schema', 'contentEncoding'])

const isNull = (schema: unknown): boolean => isRecord(schema) && schema.type === 'null'

type TypeOf = (reference: unknown) => unknown

/** OpenAPI 3.0 has no type of null; an empty object is the closest. */
function withNullable(schema: Record<string, unknown>, typeOf: TypeOf): Record<string, unknown> {
  if (isNull(schema)) return { ...schema, type: 'object', maxProperties: 0, nullable: true }
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || !anyOf.some(isNull)) return schema
  const [value] = anyOf.filter((part): part is JsonSchema => !isNull(part))
  return value && '$ref' in value
    ? { ...rest, type: typeOf(value.$ref), nullable: true, allOf: [value] }
    : { ...value, ...rest, nullable: true }
}

function withBounds(schema: Record<string, unknown>): Record<string, unknown> {
  const { exclusiveMinimum, exclusiveMaximum, ...rest } = schema
  return {
    ...rest,
    ...(typeof exclusiveMinimum === 'number' ? { minimum: exclusiveMinimum, exclusiveMinimum: true } : {}),
    ...(typeof exclusiveMaximum === 'number' ? { maximum: exclusiveMaximum, exclusiveMaximum: true } : {}),
  }
}

function withEnum({ const: value, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return value === undefined ? rest : { ...rest, enum: [value] }
}

/** A reference has no other member in OpenAPI 3.0. */
function converted(value: unknown, typeOf: TypeOf): unknown {
  if (Array.isArray(value)) return value.map((part) => converted(part, typeOf))
  if (!isRecord(value)) return value
  if (typeof value.$ref === 'string') return { $ref: value.$ref }
  const members = Object.entries(withNullable(value, typeOf))
    .filter(([key]) => !unknown.has(key))
    .map(([key, member]): [string, unknown] => {
      if (data.has(key) || key.startsWith('x-')) return [key, member]
      if (!named.has(key) || !isRecord(member)) return [key, converted(member, typeOf)]
      const parts = Object.entries(member).map(([name, part]) => [name, converted(part, typeOf)])
      return [key, Object.fromEntries(parts)]
    })
  return withEnum(withBounds(Object.fromEntries(members)))
}

/** Serves generators that read only OpenAPI 3.0. */
export function openapi30Document(document: JsonSchema): JsonSchema {
  const { schemas } = document.components as Record<string, Record<string, JsonSchema>>
  const typeOf: TypeOf = (reference) => {
    const { type, $ref } = schemas?.[String(reference).split('/').at(-1) ?? ''] ?? {}
    return $ref === undefined ? type : typeOf($ref)
  }
  return { ...(converted(document, typeOf) as JsonSchema), openapi: '3.0.3' }
}
