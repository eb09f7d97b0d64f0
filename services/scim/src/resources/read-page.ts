import { type Executor, type Sql, sql } from '@signet/db'
import { InvalidExpression } from '../messages/filter/lexer.ts'
import { sortKey } from '../messages/filter/sort-key.ts'
import { type Columns, filterToSql } from '../messages/filter/to-sql.ts'
import { cannotSort, invalidFilter, type ListQuery } from '../messages/list-query.ts'
import { nameOf } from '../schemas/find-attribute.ts'

interface Source {
  /** FROM item and condition of the rows that the connection manages. */
  readonly from: Sql
  readonly where: Sql
  /** Sort key of lists, which must be constant between two pages. */
  readonly id: Sql
  readonly columns: Columns
}

interface IdPage {
  readonly ids: readonly string[]
  readonly totalResults: number
  readonly isLast: boolean
}

/**
 * Reads the ids in their order, and the number of all matches. The number follows from the last page by index; otherwise a second
 * statement counts.
 */
export async function readPage(executor: Executor, source: Source, query: ListQuery): Promise<IdPage> {
  const { offset, count, cursor } = query
  const after = cursor?.after ?? null
  const where = sql`${source.where} AND ${conditionOf(source, query)}`
  const rows =
    count === 0
      ? []
      : await executor.rows<{ id: string }>(sql`
          SELECT ${source.id} AS id FROM ${source.from}
          WHERE ${where} AND ${after === null ? sql`true` : sql`${source.id} > ${after}`}
          ORDER BY ${orderOf(source, query)} LIMIT ${count + 1}::int OFFSET ${offset}::int`)
  const ids = rows.slice(0, count).map(({ id }) => id)
  const isLast = rows.length <= count
  const isWhole = count > 0 && isLast && after === null && (ids.length > 0 || offset === 0)
  if (isWhole) return { ids, totalResults: offset + ids.length, isLast }
  const [counted] = await executor.rows<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM ${source.from} WHERE ${where}`,
  )
  return { ids, totalResults: counted?.total ?? 0, isLast }
}

/** A resource that was deleted since the page was read has no row. */
export function inOrder<Row extends { readonly id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
}

/** Resources without the attribute are last in ascending order, and first in descending order. */
function orderOf({ columns, id }: Source, { sort }: ListQuery): Sql {
  if (!sort) return id
  const key = sortKey(sort, columns)
  if (!key) throw cannotSort(nameOf(sort.ref))
  return sort.isDescending ? sql`${key} DESC NULLS FIRST, ${id}` : sql`${key} ASC NULLS LAST, ${id}`
}

function conditionOf({ columns }: Source, { filter }: ListQuery): Sql {
  if (!filter) return sql`true`
  try {
    return filterToSql(filter, columns)
  } catch (error) {
    if (error instanceof InvalidExpression) throw invalidFilter(error.message)
    throw error
  }
}
