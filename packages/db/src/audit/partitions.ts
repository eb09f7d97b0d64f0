import { type Executor, sql } from '../sql.ts'

/**
 * Any replica may run it, also concurrently.
 * @returns the number of created partitions
 */
export async function ensureAuditPartitions(executor: Executor): Promise<number> {
  const [row] = await executor.rows<{ made: number }>(sql`SELECT ensure_audit_partitions() AS made`)
  return row?.made ?? 0
}
