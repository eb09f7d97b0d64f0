import { type Executor, raw, sql } from '@signet/db'
import { type AccountRow, accountColumns, accountKey } from './joined.ts'
import { unitOfWork } from './unit-of-work.ts'

/** The account as this request read it, together with the artifact that names it, or read now. */
export async function loadAccount(
  executor: Executor,
  projectId: string,
  accountId: string,
): Promise<AccountRow | null> {
  const joined = unitOfWork()?.joined.get(accountKey(accountId)) as AccountRow | undefined
  if (joined) return joined
  const [row] = await executor.rows<{ account: AccountRow | null }>(
    sql`SELECT ${raw(accountColumns)} FROM accounts a WHERE a.project_id = ${projectId} AND a.id = ${accountId}`,
  )
  if (row?.account) unitOfWork()?.joined.set(accountKey(accountId), row.account)
  return row?.account ?? null
}
