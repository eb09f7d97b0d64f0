import { Html, html } from '@signet/http'
import { type SchemaPart, typeTexts } from './document.ts'

const deepest = 4

export const table = (rows: readonly Html[]): Html =>
  rows.length === 0 ? new Html('') : html`<div class="scroll"><table><tbody>${rows}</tbody></table></div>`

interface FieldOptions {
  readonly required: boolean
  /** Absent for the query or the body. */
  readonly place?: string
  readonly within?: string
}

export function field(
  name: string,
  schema: SchemaPart,
  { required, place = '', within = '' }: FieldOptions,
): Html {
  const path = `${within}${name}`
  const inner = memberSchema(schema)
  const isList = schema.items !== undefined && inner !== undefined
  return html`<tr><td><code>${path}</code>${required ? '' : html` <span class="quiet">optional</span>`}${
    place && place !== 'query' ? html` <span class="quiet">in ${place}</span>` : ''
  }</td><td>${typeTexts(schema)}</td><td>${schema.description}</td></tr>${
    inner && path.split('.').length < deepest ? fields(inner, `${path}${isList ? '[]' : ''}.`) : ''
  }`
}

function memberSchema(schema: SchemaPart): SchemaPart | undefined {
  const candidates = [schema, schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return candidates.find((part) => part?.properties && Object.keys(part.properties).length > 0)
}

export const fields = (schema: SchemaPart | undefined, within = ''): Html[] =>
  Object.entries(schema?.properties ?? {}).map(([name, part]) =>
    field(name, part, { required: schema?.required?.includes(name) ?? false, within }),
  )
