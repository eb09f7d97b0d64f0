import { findAttribute, type SchemaSet } from '../schemas/find-attribute.ts'
import { isObject } from '../schemas/scim-object.ts'
import { readCursor } from './cursor.ts'
import { ScimError, type ScimType } from './error.ts'
import type { Filter } from './filter/filter.ts'
import { InvalidExpression } from './filter/lexer.ts'
import { parseFilter } from './filter/parser.ts'
import type { Sort } from './filter/sort-key.ts'

export const maxResults = 200

export interface ListQuery {
  readonly filter: Filter | null
  /** Null: by id. */
  readonly sort: Sort | null
  /** Paging by cursor (RFC 9865): the id of the last resource before the page, null for the first page. */
  readonly cursor?: { readonly after: string | null }
  readonly offset: number
  readonly count: number
}

/** The query has them, or the body of `/.search` (RFC 7644 section 3.4.3). */
export type Parameters = Readonly<Record<string, unknown>>

export const parametersOf = (source: unknown): Parameters => (isObject(source) ? source : {})

/** RFC 7644 section 3.4.2 and RFC 9865: a start below 1 is 1, a count below 0 is 0. */
export function readListQuery(parameters: Parameters, schemas: SchemaSet, strict: boolean): ListQuery {
  const byCursor = parameters.cursor !== undefined
  const startIndex = Math.max(1, wholeNumber(parameters, 'startIndex', 'invalidValue') ?? 1)
  const count = Math.max(
    0,
    wholeNumber(parameters, 'count', byCursor ? 'invalidCount' : 'invalidValue') ?? maxResults,
  )
  return {
    filter: readFilter(parameters.filter, schemas, strict),
    sort: readSort(parameters, schemas),
    ...(byCursor ? { cursor: { after: readCursorOf(parameters) } } : {}),
    offset: startIndex - 1,
    count: Math.min(count, maxResults),
  }
}

/** A cursor contradicts the parameters of the other method of paging. */
function readCursorOf({ cursor, filter, startIndex, sortBy }: Parameters): string | null {
  if (startIndex !== undefined || sortBy !== undefined)
    throw new ScimError(400, 'cursor cannot be combined with startIndex or sortBy.', {
      scimType: 'invalidValue',
    })
  return readCursor(cursor, filter)
}

/** RFC 7644 section 3.4.2.3 */
function readSort({ sortBy, sortOrder = 'ascending' }: Parameters, schemas: SchemaSet): Sort | null {
  if (sortBy === undefined) return null
  const ref = typeof sortBy === 'string' ? findAttribute(schemas, sortBy) : null
  if (!ref) throw cannotSort(String(sortBy))
  if (sortOrder !== 'ascending' && sortOrder !== 'descending')
    throw new ScimError(400, 'sortOrder must be ascending or descending.', { scimType: 'invalidValue' })
  return { ref, isDescending: sortOrder === 'descending' }
}

export const cannotSort = (name: string): ScimError =>
  new ScimError(400, `The list cannot be sorted by ${name.slice(0, 256)}.`, { scimType: 'invalidValue' })

function readFilter(text: unknown, schemas: SchemaSet, strict: boolean): Filter | null {
  if (text === undefined) return null
  if (typeof text !== 'string') throw invalidFilter('must be one string')
  try {
    return parseFilter(text, schemas, { strict })
  } catch (error) {
    if (error instanceof InvalidExpression) throw invalidFilter(error.message)
    throw error
  }
}

export const invalidFilter = (problem: string): ScimError =>
  new ScimError(400, `The filter ${problem}.`, { scimType: 'invalidFilter' })

/** Larger than any list, and within the range of the database. */
const largest = 2_000_000_000

function wholeNumber(parameters: Parameters, name: string, scimType: ScimType): number | undefined {
  const value = parameters[name]
  if (value === undefined) return undefined
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^[+-]?\d{1,15}$/.test(value))
  if (!isNumber || !Number.isInteger(Number(value)))
    throw new ScimError(400, `${name} must be a whole number.`, { scimType })
  return Math.min(Number(value), largest)
}
