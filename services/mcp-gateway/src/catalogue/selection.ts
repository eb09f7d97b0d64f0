import { type Noun, nounOf, nouns } from '@signet/contracts'
import { HttpError } from '../http-error.ts'
import type { OfferedTool } from './tools.ts'

/** A client chooses tools in the address of the endpoint. The selection gives no rights. */
export interface Selection {
  /** Null for all. */
  readonly toolsets: ReadonlySet<Noun> | null
  readonly readOnly: boolean
  /** The client gets two tools, which search and call the others. */
  readonly compact: boolean
}

/** Names of the console for nouns. */
const otherNames: Readonly<Record<string, Noun>> = { applications: 'clients', apis: 'resources' }

const isNoun = (name: string): name is Noun => Object.hasOwn(nouns, name)

const parameters = new Set(['toolsets', 'readonly', 'compact'])

/**
 * Reads `toolsets` (a list with commas), `readonly` and `compact`.
 * @throws HttpError for an unknown toolset or value, so that a typing error does not offer every tool
 */
export function selectionOf(query: unknown): Selection {
  const given = Object.entries(Object(query) as Record<string, unknown>).filter(([name]) =>
    parameters.has(name),
  )
  const { toolsets, readonly, compact } = Object.fromEntries(given)
  return {
    toolsets: toolsets === undefined ? null : new Set(String(toolsets).split(',').map(toolsetOf)),
    readOnly: flagOf('readonly', readonly),
    compact: flagOf('compact', compact),
  }
}

function toolsetOf(name: string): Noun {
  const noun = Object.hasOwn(otherNames, name) ? otherNames[name] : name
  if (noun !== undefined && isNoun(noun)) return noun
  const known = [...Object.keys(nouns), ...Object.keys(otherNames)].toSorted().join(', ')
  throw new HttpError('invalid_request', {}, `toolsets has an unknown name. Known: ${known}.`)
}

function flagOf(name: string, value: unknown): boolean {
  if (value === undefined || value === 'false') return false
  if (value === 'true') return true
  throw new HttpError('invalid_request', {}, `${name} is true or false.`)
}

export const isSelected = ({ toolsets, readOnly }: Selection, { name, operation }: OfferedTool): boolean =>
  (!readOnly || operation.kind === 'read') && (!toolsets || toolsets.has(nounOf(name)))
