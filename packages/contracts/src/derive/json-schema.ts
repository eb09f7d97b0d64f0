import * as z from 'zod'

/** JSON Schema 2020-12. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

export interface ObjectSchema extends JsonSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
  readonly additionalProperties?: unknown
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Writes `anyOf [X, null]` as `type: [X, 'null']`: tool schemas of models do not support unions. */
function withoutNullUnion(schema: Record<string, unknown>): Record<string, unknown> {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const [inner, none] = anyOf
  if (!isRecord(inner) || !isRecord(none) || none.type !== 'null' || typeof inner.type !== 'string')
    return schema
  const values = Array.isArray(inner.enum) ? { enum: [...inner.enum, null] } : {}
  return { ...inner, ...rest, type: [inner.type, 'null'], ...values }
}

/** Removes the pattern of a named format and the bounds of a double. */
function withoutNoise(schema: Record<string, unknown>): Record<string, unknown> {
  const { pattern, propertyNames, minimum, maximum, ...rest } = schema
  const isBound = (value: unknown): boolean =>
    typeof value === 'number' && Math.abs(value) !== Number.MAX_SAFE_INTEGER
  return {
    ...rest,
    ...(pattern !== undefined && rest.format === undefined ? { pattern } : {}),
    ...(isRecord(propertyNames) && Object.keys(propertyNames).length > 1 ? { propertyNames } : {}),
    ...(isBound(minimum) ? { minimum } : {}),
    ...(isBound(maximum) ? { maximum } : {}),
  }
}

/** Keywords whose members are named schemas instead of keywords. */
const named = new Set(['properties', '$defs', 'patternProperties'])
const data = new Set(['default', 'enum', 'const', 'examples'])

type Rewrite = (schema: Record<string, unknown>) => Record<string, unknown>

/** A generator makes a floating-point number of `number`. */
function withIntegers(schema: Record<string, unknown>): Record<string, unknown> {
  const values = Array.isArray(schema.enum) ? schema.enum : [schema.const]
  return schema.type === 'number' && values.every(Number.isInteger) ? { ...schema, type: 'integer' } : schema
}

/** @param rewrite changes each schema after its members; the default removes unions with null */
export function simplify(value: unknown, rewrite: Rewrite = withoutNullUnion): unknown {
  if (Array.isArray(value)) return value.map((member) => simplify(member, rewrite))
  if (!isRecord(value)) return value
  const inner = Object.entries(value).map(([key, member]): [string, unknown] => {
    if (data.has(key)) return [key, member]
    if (named.has(key) && isRecord(member))
      return [
        key,
        Object.fromEntries(Object.entries(member).map(([name, schema]) => [name, simplify(schema, rewrite)])),
      ]
    return [key, simplify(member, rewrite)]
  })
  return withIntegers(withoutNoise(rewrite(Object.fromEntries(inner))))
}

/** Uses `io: 'input'`, in which fields with defaults are optional, also for answers, which are validated before defaults apply. */
export function objectSchemaOf(schema: z.ZodObject): ObjectSchema {
  const { $schema: _, ...document } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const simplified = simplify(document) as JsonSchema
  return {
    ...simplified,
    type: 'object',
    properties: (simplified.properties ?? {}) as ObjectSchema['properties'],
    required: (simplified.required ?? []) as readonly string[],
  }
}
