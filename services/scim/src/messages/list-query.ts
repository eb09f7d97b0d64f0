import type { SchemaSet } from '../schemas/find-attribute.ts'
import { ScimError } from './error.ts'
import type { Filter } from './filter/filter.ts'
import { InvalidExpression } from './filter/lexer.ts'
import { parseFilter } from './filter/parser.ts'
import { isObject } from './scim-object.ts'

/** Largest number of resources in one response. */
export const maxResults = 200

export interface ListQuery {
  readonly filter: Filter | null
  /** Number of resources before the first. */
  readonly offset: number
  readonly count: number
}

/** Parameters of a list, from the query or from the body of `/.search` (RFC 7644 section 3.4.3). */
export type Parameters = Readonly<Record<string, unknown>>

export const parametersOf = (source: unknown): Parameters => (isObject(source) ? source : {})

/**
 * Reads the parameters of RFC 7644 section 3.4.2: a start below 1 is 1, a count below 0 is 0. Sorting is not supported,
 * so `sortBy` has no effect.
 */
export function readListQuery(parameters: Parameters, schemas: SchemaSet, strict: boolean): ListQuery {
  const startIndex = Math.max(1, wholeNumber(parameters, 'startIndex') ?? 1)
  const count = Math.max(0, wholeNumber(parameters, 'count') ?? maxResults)
  return {
    filter: readFilter(parameters.filter, schemas, strict),
    offset: startIndex - 1,
    count: Math.min(count, maxResults),
  }
}

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

function wholeNumber(parameters: Parameters, name: string): number | undefined {
  const value = parameters[name]
  if (value === undefined) return undefined
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^[+-]?\d{1,15}$/.test(value))
  if (!isNumber || !Number.isInteger(Number(value)))
    throw new ScimError(400, `${name} must be a whole number.`, { scimType: 'invalidValue' })
  return Math.min(Number(value), largest)
}
