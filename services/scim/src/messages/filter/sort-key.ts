import { type Sql, sql } from '@signet/db'
import type { AttributeRef } from '../../schemas/find-attribute.ts'
import type { Columns } from './to-sql.ts'

export interface Sort {
  readonly ref: AttributeRef
  readonly isDescending: boolean
}

/**
 * Sorts a multi-valued attribute by the primary value or else the smallest (RFC 7644 section 3.4.2.3). Null when the list cannot be
 * sorted by the attribute.
 */
export function sortKey({ ref }: Sort, columns: Columns): Sql | null {
  const column = columns(ref)
  if (!column || column.kind === 'object') return null
  if (column.kind !== 'list') return column.value
  const { from, where, columns: own } = column
  const value = own[ref.sub?.name ?? 'value']
  if (!value || value.kind === 'list') return null
  const primary = own.primary?.kind === 'boolean' ? sql`${own.primary.value} IS NOT TRUE, ` : sql``
  return sql`(SELECT ${value.value} FROM ${from} WHERE ${where} ORDER BY ${primary}${value.value} LIMIT 1)`
}
