import type { Sql } from 'sql-template-tag'

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag'

/** Whatever runs one statement: the pool, one transaction, or a Prisma transaction. */
export interface Executor {
  /** int8 comes as number, date as `YYYY-MM-DD`, timestamptz as Date, json parsed. */
  rows<Row extends object>(statement: Sql): Promise<Row[]>
  /** Number of rows the statement changed. */
  run(statement: Sql): Promise<number>
}
