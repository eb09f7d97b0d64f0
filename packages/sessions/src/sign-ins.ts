import { type Executor, type Sql, sql } from '@signet/db'
import { enqueue, logoutNotice } from '@signet/events'
import { endPendingSignIns } from './account-sessions.ts'
import { deleteGrants } from './artifacts.ts'
import { detachedPrefix, isAttached } from './detached.ts'

interface SignIn {
  /** null for a sign-in without an application so far. */
  readonly clientId: string | null
  readonly clientName: string | null
  readonly signedInAt: string | null
  readonly lastTokenAt: string | null
  /** Offline access without a live session. */
  readonly offline: boolean
}

interface SignInRow extends Omit<SignIn, 'signedInAt' | 'lastTokenAt'> {
  readonly signedInAt: Date | null
  readonly lastTokenAt: Date | null
}

/** Signet's own account pages, not an application of the project. */
export const ownClientId = 'signet-account'

/** The time of authentication is 0 when the user's provider does not state it; then the session's own time is used. */
export const signedInAt = (payload: Sql): Sql =>
  sql`to_timestamp(COALESCE(NULLIF((${payload}->>'loginTs')::bigint, 0), (${payload}->>'iat')::bigint))`

const unexpired = sql`(t.expires_at IS NULL OR t.expires_at > now())`

/** Applications of the account's live sessions, and those with offline access. A remembered consent is not a sign-in. */
export async function signInsOf(executor: Executor, projectId: string, accountId: string): Promise<SignIn[]> {
  const mine = sql`t.project_id = ${projectId} AND t.account_id = ${accountId} AND ${unexpired}`
  const rows = await executor.rows<SignInRow>(sql`
    WITH live AS (
      SELECT a.key AS client_id, max(${signedInAt(sql`t.payload`)}) AS at
      FROM oidc_sessions t
      LEFT JOIN LATERAL jsonb_object_keys(t.payload->'authorizations') a(key) ON a.key <> ${ownClientId}
      WHERE ${mine} AND ${isAttached(sql`t`)} GROUP BY 1
    ), refresh AS (
      SELECT t.client_id, max((t.payload->>'iat')::bigint) AS iat FROM oidc_refresh_tokens t
      WHERE ${mine} AND t.consumed_at IS NULL GROUP BY 1
    ), access AS (
      SELECT t.client_id, max((t.payload->>'iat')::bigint) AS iat FROM oidc_access_tokens t WHERE ${mine} GROUP BY 1
    )
    SELECT each.client_id AS "clientId", c.client_name AS "clientName", live.at AS "signedInAt",
      to_timestamp(GREATEST(refresh.iat, access.iat)) AS "lastTokenAt", live.at IS NULL AS offline
    FROM (SELECT client_id FROM live UNION SELECT client_id FROM refresh) each
    LEFT JOIN live ON live.client_id IS NOT DISTINCT FROM each.client_id
    LEFT JOIN refresh ON refresh.client_id = each.client_id LEFT JOIN access ON access.client_id = each.client_id
    LEFT JOIN clients c ON c.project_id = ${projectId} AND c.id = each.client_id
    ORDER BY live.at DESC NULLS LAST, each.client_id`)
  return rows.map((row) => ({
    ...row,
    signedInAt: row.signedInAt?.toISOString() ?? null,
    lastTokenAt: row.lastTokenAt?.toISOString() ?? null,
  }))
}

/**
 * Grants and tokens stay. A session is detached from its browser instead of deleted, because tokens without offline access are valid as
 * long as its row exists.
 * @returns the number of ended sessions
 */
export async function endSessions(tx: Executor, projectId: string, accountId: string): Promise<number> {
  const mine = sql`project_id = ${projectId} AND account_id = ${accountId}`
  await endPendingSignIns(tx, projectId, accountId)
  await tx.run(sql`DELETE FROM console_sessions WHERE ${mine}`)
  return tx.run(sql`
    UPDATE oidc_sessions SET id = ${detachedPrefix} || COALESCE(uid, id) WHERE ${mine} AND ${isAttached(sql`oidc_sessions`)}`)
}

/**
 * Revokes the application's grants of the account, including offline access, and enqueues a logout notice if it registered for one. The
 * sign-in and other applications continue.
 */
export async function endAccountAtClient(
  tx: Executor,
  { id: projectId, issuer }: { readonly id: string; readonly issuer: string | null },
  accountId: string,
  clientId: string,
): Promise<void> {
  await lockSessions(tx, projectId, accountId)
  const sids = await sidsAt(tx, projectId, accountId, clientId)
  if (issuer !== null) await notify(tx, { projectId, issuer, clientId, accountId, sids })
  await deleteGrants(tx, projectId, sql`account_id = ${accountId} AND client_id = ${clientId}`)
  await tx.run(sql`
    UPDATE oidc_sessions SET payload = payload #- ARRAY['authorizations', ${clientId}]
    WHERE project_id = ${projectId} AND account_id = ${accountId} AND payload->'authorizations' ? ${clientId}`)
}

/**
 * A request that signs in to another application updates its session: it either commits first and its grants are found, or waits and
 * finds its session changed.
 */
const lockSessions = (tx: Executor, projectId: string, accountId: string) =>
  tx.run(
    sql`SELECT FROM oidc_sessions WHERE project_id = ${projectId} AND account_id = ${accountId} ORDER BY uid FOR UPDATE`,
  )

const sidsAt = async (
  tx: Executor,
  projectId: string,
  accountId: string,
  clientId: string,
): Promise<string[]> =>
  (
    await tx.rows<{ sid: string }>(sql`
    SELECT payload->'authorizations'->${clientId}->>'sid' AS sid FROM oidc_sessions
    WHERE project_id = ${projectId} AND account_id = ${accountId} AND payload->'authorizations'->${clientId} ? 'sid'`)
  ).map(({ sid }) => sid)

interface EndedSignIns {
  readonly projectId: string
  readonly issuer: string
  readonly clientId: string
  readonly accountId: string
  readonly sids: readonly string[]
}

/**
 * Enqueues one notice per session and then one by subject, because every session of the account at the application ended; only those
 * per session if the application registered for `sid`.
 */
async function notify(
  tx: Executor,
  { projectId, issuer, clientId, accountId, sids }: EndedSignIns,
): Promise<void> {
  const [client] = await tx.rows<{ needsSid: boolean }>(sql`
    SELECT backchannel_logout_session_required AS "needsSid" FROM clients
    WHERE project_id = ${projectId} AND id = ${clientId} AND backchannel_logout_uri IS NOT NULL`)
  if (!client) return
  const at = new Date().toISOString()
  const notified = client.needsSid ? sids : [...sids, null]
  for (const sid of notified)
    await enqueue(tx, logoutNotice, { projectId, clientId, issuer, sub: accountId, sid, at })
}
