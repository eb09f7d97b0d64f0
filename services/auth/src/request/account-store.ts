import type { Membership } from '@signet/accounts'
import { type Executor, raw, sql } from '@signet/db'
import { type AccountRow, accountColumns, groupNames } from '../artifacts/account-columns.ts'
import { requestState } from './state.ts'

/** Prefers the account that this request has read, usually together with the artifact that names it. */
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

/** A project may release groups under a scope with which they were not read. */
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

/** Reads the groups once in a request. */
export function membershipsOf(
  executor: Executor,
  projectId: string,
  accountId: string,
): Promise<readonly Membership[]> {
  const known = requestState()?.rows.memberships
  const read = known?.get(accountId) ?? readMemberships(executor, projectId, accountId)
  known?.set(accountId, read)
  return read
}

const readMemberships = (executor: Executor, projectId: string, accountId: string): Promise<Membership[]> =>
  executor.rows<Membership>(sql`
    SELECT gr.id, gr.display_name AS "displayName"
    FROM group_members gm JOIN groups gr ON gr.project_id = gm.project_id AND gr.id = gm.group_id
    WHERE gm.project_id = ${projectId} AND gm.account_id = ${accountId} ORDER BY gr.display_name_key`)
