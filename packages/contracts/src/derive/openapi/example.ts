import { exampleIds } from '../../examples.ts'
import type { JsonSchema } from '../json-schema.ts'

const byFormat: Readonly<Record<string, string>> = {
  uuid: 'ee882879-721c-4913-9775-3dfcce97072a',
  'date-time': '2026-03-01T09:30:00.000Z',
  date: '2026-03-01',
  email: 'ada@acme.example',
  uri: 'https://app.acme.example/callback',
}

const idOf = new Map(Object.values(exampleIds).map((id) => [id.slice(0, id.indexOf('_') + 1), id]))

const patterned = [
  '2026-03',
  '2026-03-01T09:30:00.000Z',
  '#1d4ed8',
  'data:image/png;base64,iVBORw0KGgo=',
  'acme',
  '****-****',
]

const isTooLong = (text: string, { maxLength }: JsonSchema): boolean =>
  typeof maxLength === 'number' && text.length > maxLength

function textOf(name: string, schema: JsonSchema): string {
  const format = byFormat[String(schema.format)]
  if (format) return format
  const { pattern } = schema
  const matching =
    typeof pattern === 'string' ? patterned.find((text) => new RegExp(pattern).test(text)) : undefined
  if (matching) return matching
  const prefix = /\((\w+_)\u2026\)/.exec(String(schema.description ?? ''))?.[1]
  if (prefix) return idOf.get(prefix) ?? `${prefix}01h455vb4pex5vsknk084sn02q`
  if (/email/i.test(name)) return 'ada@acme.example'
  if (/(?:url|uri|issuer|endpoint)s?$/i.test(name)) return 'https://id.acme.example'
  return name === '' || isTooLong(name, schema) ? 'text' : name
}

type Resolve = (schema: JsonSchema) => JsonSchema

interface Position {
  readonly resolve: Resolve
  readonly name: string
  readonly within: readonly unknown[]
}

function objectExample(schema: JsonSchema, position: Position): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>
  const values = (schema.additionalProperties ?? {}) as JsonSchema
  const members: Record<string, JsonSchema> = {
    ...Object.fromEntries(((schema.required ?? []) as string[]).map((key) => [key, values])),
    ...properties,
  }
  return Object.fromEntries(
    Object.entries(members).map(([key, member]) => [key, exampleAt(member, { ...position, name: key })]),
  )
}

const alternative = ({ anyOf, oneOf, allOf }: JsonSchema): JsonSchema | undefined =>
  [anyOf, oneOf, allOf].filter(Array.isArray)[0]?.[0] as JsonSchema | undefined

function exampleAt(schema: JsonSchema, position: Position): unknown {
  const { resolve, name, within } = position
  const { $ref, type, enum: values, const: constant, items, description } = schema
  if ($ref !== undefined)
    return within.includes($ref)
      ? null
      : exampleAt({ description, ...resolve(schema) }, { ...position, within: [...within, $ref] })
  if (constant !== undefined) return constant
  if (Array.isArray(values)) return values[0]
  const choice = alternative(schema)
  if (choice) return exampleAt({ description, ...choice }, position)
  if (type === 'object') return objectExample(schema, position)
  if (type === 'array')
    return [exampleAt((items ?? {}) as JsonSchema, { ...position, name: name.replace(/s$/, '') })]
  if (type === 'integer' || type === 'number') return Math.max(1, Number(schema.minimum ?? 1))
  if (type === 'boolean') return true
  // A schema without a type permits any JSON value.
  return type === 'string' ? textOf(name, schema) : type === undefined ? true : null
}

/**
 * Shows the first alternative, one entry of a list, every property.
 * @param resolve returns the named schema of a reference; a recursive reference ends the example
 */
export const exampleOf = (schema: JsonSchema, resolve: Resolve): unknown =>
  exampleAt(schema, { resolve, name: '', within: [] })
