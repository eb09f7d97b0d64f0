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
