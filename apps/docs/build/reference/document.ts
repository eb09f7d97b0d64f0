import { openapiDocument, operationList } from '@signet/contracts'

export interface SchemaPart {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly items?: SchemaPart
  readonly properties?: Readonly<Record<string, SchemaPart>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly SchemaPart[]
  readonly oneOf?: readonly SchemaPart[]
  readonly maxLength?: number
}

interface Media {
  readonly schema: SchemaPart
  readonly example?: unknown
}

export interface OperationPart {
  readonly operationId: string
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly description?: string
    readonly schema: SchemaPart
    readonly example?: unknown
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string
        readonly content?: Readonly<Record<string, Media>>
      }
    >
  >
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationPart>>>>
}

/** Examples: `string`, `list of string`, `"a" or "b"`. */
export function typeTexts(schema: SchemaPart): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeTexts))].join(' or ')
  const types = (typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any'])).map((type) =>
    type === 'array' && schema.items ? `list of ${typeTexts(schema.items)}` : type,
  )
  const limit = schema.maxLength === undefined ? '' : `, up to ${schema.maxLength}`
  return `${types.join(' or ')}${schema.format ? ` (${schema.format})` : ''}${limit}`
}

function target(document: unknown, reference: string): unknown {
  return reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document)
}

function dereferenced(document: unknown): ApiDocument {
  const walk = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((member) => walk(member, within))
    if (typeof value !== 'object' || value === null) return value
    if ('$ref' in value && typeof value.$ref === 'string')
      return within.includes(value.$ref) ? {} : walk(target(document, value.$ref), [...within, value.$ref])
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member, within)]))
  }
  return walk(document, []) as ApiDocument
}

/** Origin of the examples. */
export const exampleOrigin = 'https://id.example.com'

export interface Call {
  readonly method: string
  readonly path: string
  readonly operation: OperationPart
}

const { paths } = dereferenced(openapiDocument(operationList, { baseUrl: exampleOrigin }))

/** Calls by operation id; references are resolved. */
export const calls: ReadonlyMap<string, Call> = new Map(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      operation.operationId,
      { method: method.toUpperCase(), path, operation },
    ]),
  ),
)
