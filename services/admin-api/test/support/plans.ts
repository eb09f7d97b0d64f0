import { type Database, type Sql, sql } from '@signet/db'

export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Executes the statement, and returns the plan that PostgreSQL used. */
export async function planOf(database: Database, statement: Sql): Promise<PlanNode> {
  const [row] = await database.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    sql`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`,
  )
  if (!row) throw new Error('EXPLAIN returned no row.')
  return row['QUERY PLAN'][0].Plan
}

/** Rows that the plan read from the table, or from all tables; `whole` when it read a table from its beginning to its end. */
export function rowsRead(node: PlanNode, table?: string): { rows: number; whole: boolean } {
  const below = (node.Plans ?? []).map((plan) => rowsRead(plan, table))
  const name = node['Relation Name']
  const isRead = name !== undefined && (table === undefined || name === table)
  const own = isRead
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0
  return {
    rows: own + below.reduce((sum, { rows }) => sum + rows, 0),
    whole: (own > 0 && node['Node Type'] === 'Seq Scan') || below.some(({ whole }) => whole),
  }
}
