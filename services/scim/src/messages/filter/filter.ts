import type { AttributeRef } from '../../schemas/find-attribute.ts'

export const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Operator = (typeof operators)[number]

export type FilterValue = string | boolean | null

/** RFC 7644 section 3.4.2.2, over declared attributes, with values of their types. */
export type Filter =
  | { readonly kind: 'all' | 'any'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | { readonly kind: 'present'; readonly ref: AttributeRef }
  | {
      readonly kind: 'compare'
      readonly ref: AttributeRef
      readonly operator: Operator
      readonly value: FilterValue
    }
  /** Matches when one value of a multi-valued attribute matches the whole filter on its sub-attributes. */
  | { readonly kind: 'value'; readonly ref: AttributeRef; readonly filter: Filter }

export function clausesIn(filter: Filter): number {
  if (filter.kind === 'not' || filter.kind === 'value') return clausesIn(filter.filter)
  if (filter.kind !== 'all' && filter.kind !== 'any') return 1
  return filter.filters.reduce((sum, part) => sum + clausesIn(part), 0)
}

/** A larger filter is refused before it is evaluated. */
export const filterLimits = { characters: 2048, depth: 10, clauses: 64 } as const
