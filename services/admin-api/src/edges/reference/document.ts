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
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
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
  readonly 'x-kind': string
  readonly 'x-access': string
  readonly 'x-audit-action': string | null
  readonly 'x-codes': Readonly<Record<string, readonly string[]>>
}

export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly servers: readonly { readonly url: string }[]
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

export function dereferenced(document: unknown): ApiDocument {
  const walk = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((member) => walk(member, within))
    if (typeof value !== 'object' || value === null) return value
    if ('$ref' in value && typeof value.$ref === 'string')
      return within.includes(value.$ref) ? {} : walk(target(document, value.$ref), [...within, value.$ref])
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member, within)]))
  }
  return walk(document, []) as ApiDocument
}
