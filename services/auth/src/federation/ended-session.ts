import { type Executor, sql } from '@signet/db'
import { endIssuerSession, endPendingSignIns } from '@signet/sessions'
import { auditEndUser, upstreamAct } from '../core/audit.ts'
import type { OptionsContext } from '../core/issuer-context.ts'

interface AccountSessions {
  readonly accountId: string
  readonly uids: readonly string[]
}

/** The session `sid`, or every session of the subject. */
export interface EndedSession {
  readonly sub?: string | undefined
  readonly sid?: string | undefined
}

/** Includes pending sign-ins. Notifies the applications. */
export async function endUpstreamSession(
  { deps, project, issuer }: OptionsContext,
  providerId: string,
  ended: EndedSession,
): Promise<void> {
  const projectId = project.id
  await deps.database.transaction(async (tx) => {
    for (const { accountId } of await takePending(tx, projectId, providerId, ended))
      await endPendingSignIns(tx, projectId, accountId)
    for (const { accountId, uids } of await takeSessions(tx, projectId, providerId, ended)) {
      const act = upstreamAct({ projectId, providerId }, 'enduser.signout', { sessions: uids.length })
      await auditEndUser(tx, projectId, accountId, act)
      for (const uid of uids) await endIssuerSession(tx, { id: projectId, issuer }, uid)
    }
  })
}

/**
 * Deletes the interactions.
 * @returns the accounts of their sign-ins
 */
const takePending = (
  tx: Executor,
  projectId: string,
  providerId: string,
  { sub, sid }: EndedSession,
): Promise<{ accountId: string }[]> => {
  const upstream = sql`step.value #>> ARRAY['upstream'`
  return tx.rows<{ accountId: string }>(sql`
    WITH pending AS (
      SELECT i.id, step.value->>'accountId' AS account_id
      FROM oidc_interactions i CROSS JOIN LATERAL jsonb_each(COALESCE(i.payload->'result', '{}'::jsonb)) step
      WHERE i.project_id = ${projectId} AND step.key IN ('pending', 'login', 'claimed')
        AND ${upstream}, 'providerId'] = ${providerId}
        AND ${sub === undefined ? sql`true` : sql`${upstream}, 'subject'] = ${sub}`}
        AND ${sid === undefined ? sql`true` : sql`${upstream}, 'sid'] = ${sid}`}
    ), ended AS (
      DELETE FROM oidc_interactions WHERE project_id = ${projectId} AND id IN (SELECT id FROM pending)
    )
    SELECT DISTINCT account_id AS "accountId" FROM pending ORDER BY 1`)
}

/**
 * Deletes the references to the ended sessions.
 * @returns the sessions here
 */
const takeSessions = (
  tx: Executor,
  projectId: string,
  providerId: string,
  { sub, sid }: EndedSession,
): Promise<AccountSessions[]> =>
  tx.rows<AccountSessions>(sql`
    WITH ended AS (
      DELETE FROM upstream_sessions WHERE project_id = ${projectId} AND provider_id = ${providerId}
        AND ${sub === undefined ? sql`true` : sql`subject = ${sub}`} AND ${sid === undefined ? sql`true` : sql`upstream_sid = ${sid}`}
      RETURNING account_id, session_uid)
    SELECT account_id AS "accountId", array_agg(session_uid ORDER BY session_uid) AS uids FROM ended
    GROUP BY account_id ORDER BY account_id`)
