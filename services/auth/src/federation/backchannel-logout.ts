// OpenID Connect Back-Channel Logout 1.0
import { type Executor, sql } from '@signet/db'
import { endIssuerSession, endPendingSignIns } from '@signet/sessions'
import type Provider from 'oidc-provider'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { auditEndUser, upstreamAct } from '../core/audit.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { readForm } from '../pages/shared/form.ts'
import { isNewToken } from '../upstream/replays.ts'
import { LogoutRefused, type LogoutToken, verifyLogoutToken } from './logout-token.ts'
import { findUpstream } from './upstream-store.ts'

interface Call {
  readonly provider: Provider
  readonly context: OptionsContext
  readonly ctx: KoaContextWithOIDC
}

/**
 * Ends the sessions that came from an ended session at a trusted identity provider, and sends logout notices
 * to applications. The response does not reveal whether a user was signed in.
 */
export async function endFromUpstream({ provider, context, ctx }: Call, providerId: string): Promise<void> {
  ctx.set('Cache-Control', 'no-store')
  try {
    const upstream = await findUpstream(context, providerId)
    const token = (await readForm(ctx.req)).get('logout_token') ?? ''
    if (!upstream?.enabled || !upstream.acceptsBackChannelLogout) throw new LogoutRefused()
    const logout = await verifyLogoutToken(context, upstream, token)
    if (!(await isNewToken(provider, logout.issuer, logout.jti, logout.until))) throw new LogoutRefused()
    await endSessions(context, providerId, logout)
    ctx.status = 200
    ctx.body = ''
  } catch (error) {
    if (!(error instanceof LogoutRefused || error instanceof errors.InvalidRequest)) throw error
    ctx.status = 400
    ctx.body = { error: 'invalid_request', error_description: 'the logout token is not accepted' }
  }
}

interface AccountSessions {
  readonly accountId: string
  readonly uids: readonly string[]
}

async function endSessions(
  { deps, project, issuer }: OptionsContext,
  providerId: string,
  logout: LogoutToken,
): Promise<void> {
  const projectId = project.id
  await deps.database.transaction(async (tx) => {
    for (const { accountId } of await takePending(tx, projectId, providerId, logout))
      await endPendingSignIns(tx, projectId, accountId)
    for (const { accountId, uids } of await takeSessions(tx, projectId, providerId, logout)) {
      const act = upstreamAct({ projectId, providerId }, 'enduser.signout', { sessions: uids.length })
      await auditEndUser(tx, projectId, accountId, act)
      for (const uid of uids) await endIssuerSession(tx, { id: projectId, issuer }, uid)
    }
  })
}

/**
 * Deletes interactions whose sign-in came from the ended session, and returns the accounts of these sign-ins.
 */
const takePending = (
  tx: Executor,
  projectId: string,
  providerId: string,
  { sub, sid }: LogoutToken,
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
 * Deletes the references to the ended upstream session, or, for a token without `sid`, to every session of
 * the subject, and returns the sessions here.
 */
const takeSessions = (
  tx: Executor,
  projectId: string,
  providerId: string,
  { sub, sid }: LogoutToken,
): Promise<AccountSessions[]> =>
  tx.rows<AccountSessions>(sql`
    WITH ended AS (
      DELETE FROM upstream_sessions WHERE project_id = ${projectId} AND provider_id = ${providerId}
        AND ${sub === undefined ? sql`true` : sql`subject = ${sub}`} AND ${sid === undefined ? sql`true` : sql`upstream_sid = ${sid}`}
      RETURNING account_id, session_uid)
    SELECT account_id AS "accountId", array_agg(session_uid ORDER BY session_uid) AS uids FROM ended
    GROUP BY account_id ORDER BY account_id`)
