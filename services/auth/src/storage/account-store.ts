import { type Executor, raw, sql } from '@signet/db'
import { type AccountRow, accountColumns, accountKey, groupNames } from './joined.ts'
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
    sql`SELECT ${raw(accountColumns())} FROM accounts a WHERE a.project_id = ${projectId} AND a.id = ${accountId}`,
  )
  if (row?.account) unitOfWork()?.joined.set(accountKey(accountId), row.account)
  return row?.account ?? null
}

/** Groups as they were read with the account, or read now: an instance may release them under another scope. */
export async function groupsOf(
  executor: Executor,
  projectId: string,
  { id, groups }: AccountRow,
): Promise<readonly string[]> {
  if (groups) return groups
  const [row] = await executor.rows<{ groups: readonly string[] }>(
    sql`SELECT ${raw(groupNames)} AS groups FROM accounts a WHERE a.project_id = ${projectId} AND a.id = ${id}`,
  )
  return row?.groups ?? []
}
