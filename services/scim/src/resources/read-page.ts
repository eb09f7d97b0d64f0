import { type Executor, type Sql, sql } from '@signet/db'
import { InvalidExpression } from '../messages/filter/lexer.ts'
import { type Columns, filterToSql } from '../messages/filter/to-sql.ts'
import { invalidFilter, type ListQuery } from '../messages/list-query.ts'

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
}

/**
 * Reads the ids of one page in their order, and the number of all matches. The number follows from a page that is not
 * full; otherwise a second statement counts.
 */
export async function readPage(executor: Executor, source: Source, query: ListQuery): Promise<IdPage> {
  const { offset, count } = query
  const where = sql`${source.where} AND ${conditionOf(source, query)}`
  const rows =
    count === 0
      ? []
      : await executor.rows<{ id: string }>(sql`
          SELECT ${source.id} AS id FROM ${source.from} WHERE ${where}
          ORDER BY ${source.id} LIMIT ${count}::int OFFSET ${offset}::int`)
  const ids = rows.map(({ id }) => id)
  const isLast = count > 0 && ids.length < count && (ids.length > 0 || offset === 0)
  if (isLast) return { ids, totalResults: offset + ids.length }
  const [counted] = await executor.rows<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM ${source.from} WHERE ${where}`,
  )
  return { ids, totalResults: counted?.total ?? 0 }
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
