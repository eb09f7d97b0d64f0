import { code, prose, table } from '../markdown.ts'
import { type OperationPart, type SchemaPart, typeTexts } from './document.ts'

/** Deepest members of a request and of a response. */
const depth = { request: 4, response: 2 }

interface Field {
  readonly path: string
  readonly schema: SchemaPart
  readonly description: string | undefined
  /** `required`, or the place of a parameter that is not in the query. */
  readonly note: string
}

export function requestFields({ parameters, requestBody }: OperationPart): string {
  // The overview describes headers.
  const ofAddress = parameters.filter((parameter) => parameter.in !== 'header')
  const ofParameters = ofAddress.flatMap(({ name, in: place, required, schema, description }) =>
    withMembers({
      depth: depth.request,
      path: name,
      schema,
      description: description ?? schema.description,
      note: [required ? 'required' : '', place === 'path' ? 'in path' : ''].filter(Boolean).join(', '),
    }),
  )
  const ofBody = membersOf(requestBody?.content['application/json']?.schema, '', depth.request)
  return fieldsTable([...ofParameters, ...ofBody])
}

export function responseFields({ responses }: OperationPart): string {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))
  const schema = success?.[1].content?.['application/json']?.schema
  const rows = membersOf(schema?.oneOf?.[0] ?? schema, '', depth.response)
  return success && rows.length > 0 ? `**Response ${success[0]}**\n\n${fieldsTable(rows)}` : ''
}

const fieldsTable = (fields: readonly Field[]): string =>
  fields.length === 0
    ? ''
    : table(
        ['Field', 'Type', '', 'Meaning'],
        fields.map(({ path, schema, note, description = '' }) => [
          code(path),
          prose(typeTexts(schema)),
          note,
          prose(description),
        ]),
      )

function withMembers({ depth, ...field }: Field & { readonly depth: number }): readonly Field[] {
  const { path, schema } = field
  if (path.split('.').length >= depth) return [field]
  const isList = schema.items !== undefined
  return [field, ...membersOf(schemaWithMembers(schema), `${path}${isList ? '[]' : ''}.`, depth)]
}

const schemaWithMembers = (schema: SchemaPart): SchemaPart | undefined =>
  [schema, schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find(
    (part) => part?.properties && Object.keys(part.properties).length > 0,
  )

const membersOf = (schema: SchemaPart | undefined, within: string, depth: number): readonly Field[] =>
  Object.entries(schema?.properties ?? {}).flatMap(([name, member]) =>
    withMembers({
      depth,
      path: `${within}${name}`,
      schema: member,
      description: member.description,
      note: schema?.required?.includes(name) ? 'required' : '',
    }),
  )
