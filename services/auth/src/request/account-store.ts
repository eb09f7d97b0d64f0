import { type Executor, raw, sql } from '@signet/db'
import { type AccountRow, accountColumns, groupNames } from '../artifacts/account-columns.ts'
import { requestState } from './state.ts'

/** Returns the account that this request has read, usually together with the artifact that names it, or reads it. */
export async function loadAccount(
  executor: Executor,
  projectId: string,
  accountId: string,
): Promise<AccountRow | null> {
  const rows = requestState()?.rows
  const read = rows?.accounts.get(accountId)
  if (read) return read
  const [row] = await executor.rows<{ account: AccountRow | null }>(
    sql`SELECT ${raw(accountColumns())} FROM accounts a WHERE a.project_id = ${projectId} AND a.id = ${accountId}`,
  )
  if (row?.account) rows?.accounts.set(accountId, row.account)
  return row?.account ?? null
}

/** Returns the groups that were read with the account, or reads them: a project may release them under another scope. */
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
