import { normalizeKey } from '@signet/accounts'
import { join, type Sql, sql } from '@signet/db'
import { type AttributeRef, nameOf } from '../../schemas/find-attribute.ts'
import type { Filter, FilterValue, Operator } from './filter.ts'
import { InvalidExpression } from './lexer.ts'

export type Column =
  /** Compared by its bytes; with `isKey` stored in the form of `normalizeKey`, which ignores letter case. */
  | { readonly kind: 'text'; readonly value: Sql; readonly isKey: boolean }
  /** Comparisons take a missing value as false when `isAssumed`. */
  | { readonly kind: 'boolean'; readonly value: Sql; readonly isAssumed?: true }
  | { readonly kind: 'time'; readonly value: Sql }
  /** Complex attribute with one value, which supports only the test for presence. */
  | { readonly kind: 'object'; readonly value: Sql }
  | ListColumn

/** Values of a multi-valued attribute: rows of a table, or elements of a JSON array. */
export interface ListColumn {
  readonly kind: 'list'
  /** FROM item of the values, with its condition. */
  readonly from: Sql
  readonly where: Sql
  /** Columns by the name of the sub-attribute. */
  readonly columns: Readonly<Record<string, Column>>
  /** JSON array whose elements are compared with one containment. */
  readonly array?: Sql
  /** Condition with an index on resources that have a value with this `value`, in its stored form. */
  readonly lookUp?: (value: string) => Sql
}

/** An attribute without a column cannot be filtered. */
export type Columns = (ref: AttributeRef) => Column | null

export const textColumn = (value: Sql, isKey: boolean): Column => ({ kind: 'text', value, isKey })

/** Values are parameters. */
export function filterToSql(filter: Filter, columns: Columns): Sql {
  switch (filter.kind) {
    case 'all':
    case 'any': {
      const parts = filter.filters.map((part) => filterToSql(part, columns))
      return sql`(${join(parts, filter.kind === 'all' ? ' AND ' : ' OR ')})`
    }
    case 'not':
      return sql`((${filterToSql(filter.filter, columns)}) IS NOT TRUE)`
    case 'present':
      return isPresent(columnOf(filter.ref, columns), filter.ref)
    case 'compare':
      return compare(columnOf(filter.ref, columns), filter)
    case 'value':
      return someValue(columnOf({ ...filter.ref, sub: null }, columns), filter)
  }
}

function columnOf(ref: AttributeRef, columns: Columns): Column {
  const column = columns(ref)
  if (!column) throw new InvalidExpression(`names ${nameOf(ref)}, which cannot be filtered by`)
  return column
}

function isPresent(column: Column, { sub }: AttributeRef): Sql {
  if (column.kind === 'list') {
    if (!sub) return exists(column, sql`true`)
    const present: Filter = { kind: 'present', ref: { extension: null, attribute: sub, sub: null } }
    return someValue(column, { filter: present })
  }
  return sql`(${column.value} IS NOT NULL)`
}

type Comparison = Extract<Filter, { kind: 'compare' }>

function compare(column: Column, { ref, operator, value }: Comparison): Sql {
  if (column.kind !== 'list') return compareValue(column, operator, value)
  const { sub, attribute } = ref
  const { value: simple } = column.columns
  // The values of a list that is not complex have no sub-attributes.
  if (attribute.type !== 'complex' && simple && simple.kind !== 'list')
    return exists(column, compareValue(simple, operator, value))
  if (!sub) throw new InvalidExpression(`compares ${nameOf(ref)} as a whole`)
  const comparison: Comparison = {
    kind: 'compare',
    ref: { extension: null, attribute: sub, sub: null },
    operator,
    value,
  }
  return someValue(column, { filter: comparison })
}

/** One value must match the filter. A filter of equalities becomes a containment. */
function someValue(column: Column, { filter }: { readonly filter: Filter }): Sql {
  if (column.kind !== 'list') throw new InvalidExpression('has a value filter at an attribute without values')
  const contained = column.array && elementOf(filter, column)
  if (contained) {
    const containment = sql`(${column.array ?? sql``} @> ${JSON.stringify([contained])}::jsonb)`
    const { value } = contained
    return column.lookUp && typeof value === 'string'
      ? sql`(${column.lookUp(value)} AND ${containment})`
      : containment
  }
  return exists(
    column,
    filterToSql(filter, ({ attribute }) => column.columns[attribute.name] ?? null),
  )
}

const exists = ({ from, where }: ListColumn, condition: Sql): Sql =>
  sql`EXISTS (SELECT 1 FROM ${from} WHERE ${where} AND ${condition})`

/** Null unless the filter consists of equalities. */
function elementOf(filter: Filter, column: ListColumn): Record<string, FilterValue> | null {
  if (filter.kind === 'compare') {
    const { name } = filter.ref.attribute
    const target = column.columns[name]
    if (filter.operator !== 'eq' || filter.value === null || !target) return null
    if (target.kind === 'boolean' && target.isAssumed && filter.value === false) return null
    return { [name]: comparable(target, filter.value) }
  }
  if (filter.kind !== 'all') return null
  const element: Record<string, FilterValue> = {}
  for (const part of filter.filters) {
    const members = elementOf(part, column)
    if (!members || Object.keys(members).some((name) => name in element)) return null
    Object.assign(element, members)
  }
  return element
}

const comparable = (column: Column, value: FilterValue): FilterValue =>
  column.kind === 'text' && column.isKey && typeof value === 'string' ? normalizeKey(value) : value

function compareValue(column: Exclude<Column, ListColumn>, operator: Operator, given: FilterValue): Sql {
  const isAssumed = column.kind === 'boolean' && column.isAssumed
  const value = isAssumed ? sql`COALESCE(${column.value}, false)` : column.value
  const other = comparable(column, given)
  if (other === null) return operator === 'eq' ? sql`(${value} IS NULL)` : sql`(${value} IS NOT NULL)`
  if (column.kind === 'text') return compareText(value, operator, String(other))
  const typed = column.kind === 'boolean' ? sql`${other}::boolean` : sql`${other}::timestamptz`
  return compareOrdered(value, operator, typed)
}

function compareText(value: Sql, operator: Operator, other: string): Sql {
  switch (operator) {
    case 'co':
      return sql`(strpos(${value}, ${other}) > 0)`
    case 'sw':
      return sql`(${value} >= ${other} AND ${value} < ${`${other}\u{10ffff}`})`
    case 'ew':
      return sql`(right(${value}, length(${other})) = ${other})`
    case 'eq':
      return sql`(${value} = ${other})`
    default:
      return compareOrdered(value, operator, sql`${other}`)
  }
}

function compareOrdered(value: Sql, operator: Operator, other: Sql): Sql {
  switch (operator) {
    case 'eq':
      return sql`(${value} = ${other})`
    case 'ne':
      return sql`(${value} IS DISTINCT FROM ${other})`
    case 'gt':
      return sql`(${value} > ${other})`
    case 'ge':
      return sql`(${value} >= ${other})`
    case 'lt':
      return sql`(${value} < ${other})`
    default:
      return sql`(${value} <= ${other})`
  }
}
