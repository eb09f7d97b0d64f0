import { type Executor, sql, type Transactor } from '@signet/db'
import { logoutNotice } from '@signet/events'
import { enqueueNotices } from '@signet/sessions'
import { issuerOf } from '@signet/tenancy'
import { loadProject } from '../../projects/row.ts'

/**
 * Notices of a project that is scheduled for deletion. Each transaction enqueues a batch of accounts and stores the last one, so that
 * another process continues after it.
 */

const batch = 200

/** The caller schedules the deletion in this transaction. */
export const startNotices = (tx: Executor, projectId: string): Promise<number> =>
  tx.run(sql`UPDATE projects SET logout_cursor = '' WHERE id = ${projectId}`)

/** Safe to repeat, and to run in several processes. */
export async function enqueueDueNotices(
  database: Transactor,
  projectId: string,
  baseUrl: string,
  stopped: () => boolean = () => false,
): Promise<void> {
  while (!stopped() && (await database.transaction((tx) => enqueueBatch(tx, projectId, baseUrl))));
}

/** @returns true while accounts are left */
async function enqueueBatch(tx: Executor, projectId: string, baseUrl: string): Promise<boolean> {
  const [row] = await tx.rows<{ cursor: string | null }>(
    sql`SELECT logout_cursor AS cursor FROM projects WHERE id = ${projectId} FOR NO KEY UPDATE`,
  )
  const project = await loadProject(tx, projectId)
  if (!project || !row || row.cursor === null) return false
  const accounts = await accountsAfter(tx, projectId, row.cursor)
  await enqueueNotices(tx, { id: projectId, issuer: issuerOf(project, baseUrl) }, accounts)
  const cursor = accounts.length < batch ? null : (accounts.at(-1) ?? null)
  await tx.run(sql`UPDATE projects SET logout_cursor = ${cursor} WHERE id = ${projectId}`)
  return cursor !== null
}

/** Returns accounts with a session or grant, where an application of the project receives notices. */
async function accountsAfter(tx: Executor, projectId: string, cursor: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    SELECT a.id FROM accounts a WHERE a.project_id = ${projectId} AND a.id > ${cursor}
      AND EXISTS (SELECT 1 FROM clients c WHERE c.project_id = ${projectId} AND c.backchannel_logout_uri IS NOT NULL)
      AND (EXISTS (SELECT 1 FROM oidc_sessions s WHERE s.project_id = ${projectId} AND s.account_id = a.id)
        OR EXISTS (SELECT 1 FROM oidc_grants g WHERE g.project_id = ${projectId} AND g.account_id = a.id))
    ORDER BY a.id LIMIT ${batch}`)
  return rows.map(({ id }) => id)
}

/** The destruction waits at most an hour: a notice is signed with the keys of the project when it is delivered. */
export async function hasNoticesLeft(executor: Executor, projectId: string): Promise<boolean> {
  const subject = logoutNotice.pattern.replace('*', projectId)
  const rows = await executor.rows<object>(sql`
    SELECT 1 FROM projects p WHERE p.id = ${projectId} AND p.purge_started_at > now() - interval '1 hour'
      AND (p.logout_cursor IS NOT NULL OR EXISTS (SELECT 1 FROM outbox o WHERE o.subject = ${subject}))`)
  return rows.length > 0
}
