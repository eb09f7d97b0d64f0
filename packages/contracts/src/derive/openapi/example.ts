import { exampleIds } from '../../examples.ts'
import type { JsonSchema } from '../json-schema.ts'

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-03-01T09:30:00.000Z',
  date: '2026-03-01',
  email: 'ada@acme.example',
  uri: 'https://app.acme.example/callback',
}

const idOf = new Map(Object.values(exampleIds).map((id) => [id.slice(0, id.indexOf('_') + 1), id]))

/** Returns an example text by its format, its example id, or its name. */
function textOf(name: string, schema: JsonSchema): string {
  const format = byFormat[String(schema.format)]
  if (format) return format
  const prefix = /\((\w+_)\u2026\)/.exec(String(schema.description ?? ''))?.[1]
  if (prefix) return idOf.get(prefix) ?? `${prefix}01h455vb4pex5vsknk084sn02q`
  if (/url$|uri$|issuer/i.test(name)) return 'https://id.acme.example'
  if (/email/i.test(name)) return 'ada@acme.example'
  return name === '' ? 'text' : name
}

type Resolve = (reference: string) => JsonSchema

/**
 * Builds an example value of a schema: the first alternative, one entry of a list, every property. @param resolve finds
 * a named schema; a recursive reference ends the example
 */
export function exampleOf(
  schema: JsonSchema,
  resolve: Resolve,
  name = '',
  within: readonly string[] = [],
): unknown {
  const { $ref, type, enum: values, const: constant, anyOf, oneOf, properties, items } = schema
  if (typeof $ref === 'string')
    return within.includes($ref) ? null : exampleOf(resolve($ref), resolve, name, [...within, $ref])
  if (constant !== undefined) return constant
  if (Array.isArray(values)) return values[0]
  const [choice] = [anyOf, oneOf].filter(Array.isArray)
  if (choice) return exampleOf(choice[0] as JsonSchema, resolve, name, within)
  const kind = Array.isArray(type) ? type[0] : type
  if (kind === 'object')
    return Object.fromEntries(
      Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(([key, member]) => [
        key,
        exampleOf(member, resolve, key, within),
      ]),
    )
  if (kind === 'array')
    return [exampleOf((items ?? {}) as JsonSchema, resolve, name.replace(/s$/, ''), within)]
  if (kind === 'integer' || kind === 'number') return Number(schema.minimum ?? 1)
  if (kind === 'boolean') return true
  return kind === 'string' ? textOf(name, schema) : null
}
