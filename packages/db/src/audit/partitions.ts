import { type Executor, sql } from '../sql.ts'

/** Makes the partitions that the audit needs next, and answers how many; run by every replica, any of them may. */
export async function ensureAuditPartitions(executor: Executor): Promise<number> {
  const [row] = await executor.rows<{ made: number }>(sql`SELECT ensure_audit_partitions() AS made`)
  return row?.made ?? 0
}
