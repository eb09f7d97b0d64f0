import { type Executor, sql } from '@signet/db'
import { enqueue, logoutNotice } from '@signet/events'
import { accountArtifacts, deleteArtifacts } from './artifacts.ts'
import { isAttached } from './detached.ts'

/** `issuer` is null without an address. */
export interface IssuerRef {
  readonly id: string
  readonly issuer: string | null
}

interface Notice {
  readonly accountId: string
  readonly clientId: string
  readonly sid: string | null
}

/**
 * Runs in the caller's transaction and enqueues a logout notice for each relying party that registered for one.
 * @returns the number of ended sign-in sessions
 */
export async function endAccount(
  tx: Executor,
  { id: projectId, issuer }: IssuerRef,
  accountId: string,
): Promise<number> {
  await endPendingSignIns(tx, projectId, accountId)
  return endIssued(tx, { id: projectId, issuer }, accountId)
}

/** Increments the count that each pending sign-in began with. Locks the account row, before sessions and grants. */
export const endPendingSignIns = (tx: Executor, projectId: string, accountId: string): Promise<number> =>
  tx.run(
    sql`UPDATE accounts SET revocations = revocations + 1 WHERE project_id = ${projectId} AND id = ${accountId}`,
  )

/** Keeps pending sign-ins whose credentials are kept; otherwise equals `endAccount`. */
export async function endIssued(
  tx: Executor,
  { id: projectId, issuer }: IssuerRef,
  accountId: string,
): Promise<number> {
  await enqueueNotices(tx, { id: projectId, issuer }, [accountId])
  await tx.run(sql`
    DELETE FROM oidc_sessions s
    WHERE s.project_id = ${projectId} AND s.account_id = ${accountId} AND NOT ${isAttached(sql`s`)}`)
  const ended = await deleteArtifacts(tx, accountArtifacts, projectId, sql`account_id = ${accountId}`)
  await tx.run(
    sql`DELETE FROM console_sessions WHERE project_id = ${projectId} AND account_id = ${accountId}`,
  )
  return ended.get('oidc_sessions') ?? 0
}

export async function enqueueNotices(
  tx: Executor,
  { id: projectId, issuer }: IssuerRef,
  accountIds: readonly string[],
): Promise<void> {
  if (issuer === null) return
  const at = new Date().toISOString()
  for (const { accountId, clientId, sid } of await noticesDue(tx, projectId, accountIds))
    await enqueue(tx, logoutNotice, { projectId, clientId, issuer, sub: accountId, sid, at })
}

/**
 * Each application with a session or grant of the account receives one notice per session and then one by subject. The one by subject
 * ends sessions whose ID token had no `sid`; the others are for applications that find a session with a `sid` by that only, as
 * mod_auth_openidc does. An application that registered for `sid` receives only those per session; a grant without a live session
 * (offline access) has none.
 */
const noticesDue = (tx: Executor, projectId: string, accountIds: readonly string[]): Promise<Notice[]> =>
  tx.rows<Notice>(sql`
    SELECT DISTINCT due.account_id AS "accountId", c.id AS "clientId", due.sid FROM (
      SELECT s.account_id, a.key AS client_id, notice.sid
      FROM oidc_sessions s CROSS JOIN LATERAL jsonb_each(COALESCE(s.payload->'authorizations', '{}'::jsonb)) a
      CROSS JOIN LATERAL (VALUES (a.value->>'sid'), (NULL)) AS notice (sid)
      WHERE s.project_id = ${projectId} AND s.account_id = ANY(${accountIds})
      UNION ALL
      SELECT g.account_id, g.client_id, NULL FROM oidc_grants g
      WHERE g.project_id = ${projectId} AND g.account_id = ANY(${accountIds})
    ) due JOIN clients c ON c.project_id = ${projectId} AND c.id = due.client_id
    WHERE c.backchannel_logout_uri IS NOT NULL AND (due.sid IS NOT NULL OR NOT c.backchannel_logout_session_required)
    ORDER BY due.sid NULLS LAST`)
