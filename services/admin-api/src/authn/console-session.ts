import { type Executor, sql } from '@signet/db'
import { sealedPlace } from '@signet/db/sealed'
import { acrossProjects } from '@signet/db/unscoped'
import { isLoopback, refuse } from '@signet/runtime'
import { digest, mintToken } from '@signet/secrets'
import { endIssuerSession, isAttached } from '@signet/sessions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Administrator, ConsoleSession } from '../caller.ts'
import type { Deps, HandlerDeps } from '../deps.ts'
import { administratorColumns } from './administrator.ts'

/** Client of the administrators' project, created by db:setup. */
export const consoleClientId = 'signet-console'

/** Decision "Console session". */
const absoluteSeconds = 12 * 60 * 60
const idleSeconds = 60 * 60

const isPlain = (baseUrl: string): boolean => {
  const url = new URL(baseUrl)
  return url.protocol === 'http:' && isLoopback(url)
}

/** The prefix `__Host-` requires Secure, which plain http on loopback does not support. */
export const sessionCookieName = (baseUrl: string): string =>
  isPlain(baseUrl) ? 'signet_console' : '__Host-signet_console'

export const idTokenPlace = (accountId: string) => sealedPlace('consoleIdToken', accountId)

interface NewSession {
  readonly accountId: string
  readonly providerId: string | null
  readonly sessionUid: string
  readonly idTokenSealed: string | null
  readonly authenticatedAt: Date | null
}

/**
 * Ends the earlier session of this browser, because its cookie is overwritten.
 * @returns false, without a session, when the account or the sign-in at the issuer ended in the meantime
 */
export async function openSession(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  session: NewSession,
): Promise<boolean> {
  const value = mintToken()
  const previous = request.cookies[sessionCookieName(deps.config.SIGNET_BASE_URL)]
  if (previous) await deps.database.run(sql`DELETE FROM console_sessions WHERE digest = ${digest(previous)}`)
  const opened = await acrossProjects(deps.database).run(sql`
    INSERT INTO console_sessions (digest, project_id, account_id, active_team_id, provider_id, session_uid, id_token_sealed, authenticated_at, expires_at)
    SELECT ${digest(value)}, i.administrators_project_id, ${session.accountId},
      (SELECT m.team_id FROM team_members m JOIN teams t ON t.id = m.team_id
       WHERE m.account_id = ${session.accountId} AND t.kind <> 'system' ORDER BY (t.kind = 'personal') DESC, t.created_at LIMIT 1),
      ${session.providerId}, ${session.sessionUid}, ${session.idTokenSealed}, ${session.authenticatedAt}, now() + make_interval(secs => ${absoluteSeconds})
    FROM instance i JOIN accounts a ON a.project_id = i.administrators_project_id AND a.id = ${session.accountId}
    JOIN oidc_sessions o ON o.project_id = a.project_id AND o.uid = ${session.sessionUid} AND o.account_id = a.id
    WHERE a.active AND a.locked_at IS NULL AND o.expires_at > now() AND ${isAttached(sql`o`)} FOR SHARE OF a, o`)
  if (opened !== 1) return false
  reply.setCookie(sessionCookieName(deps.config.SIGNET_BASE_URL), value, {
    path: '/',
    httpOnly: true,
    secure: !isPlain(deps.config.SIGNET_BASE_URL),
    sameSite: 'strict',
    maxAge: absoluteSeconds,
  })
  return true
}

/**
 * A sign-out at the issuer, a sign-in there with another account, and the removal of the console on the page of connected applications
 * end the session.
 */
const issuerSessionStands = sql`
  (s.session_uid IS NULL OR EXISTS (
    SELECT 1 FROM oidc_sessions o WHERE o.project_id = s.project_id AND o.uid = s.session_uid
      AND o.account_id = s.account_id AND o.expires_at > now() AND o.payload->'authorizations' ? ${consoleClientId}))`

const unexpired = sql`
  s.expires_at > now() AND s.last_seen_at > now() - make_interval(secs => ${idleSeconds}) AND ${issuerSessionStands}`

const unnoted = sql`s.last_seen_at < now() - interval '1 minute'`

/**
 * Writes the last use at most once a minute.
 * @returns null without a live session
 */
export async function readSession(deps: Deps, value: string): Promise<Administrator | null> {
  const sessionDigest = digest(value)
  const [row] = await acrossProjects(deps.keyLookupPool).rows<
    Omit<Administrator, 'via' | 'projects'> &
      Pick<ConsoleSession, 'activeTeamId' | 'providerId' | 'authenticatedAt'> & { readonly unnoted: boolean }
  >(sql`
    SELECT ${administratorColumns}, s.active_team_id AS "activeTeamId", s.provider_id AS "providerId",
      s.authenticated_at AS "authenticatedAt", ${unnoted} AS unnoted
    FROM console_sessions s JOIN instance i ON i.administrators_project_id = s.project_id
    JOIN accounts a ON a.project_id = s.project_id AND a.id = s.account_id
    WHERE s.digest = ${sessionDigest} AND ${unexpired} AND a.active AND a.locked_at IS NULL`)
  if (!row) return null
  const { activeTeamId, providerId, authenticatedAt, unnoted: isUnnoted, ...administrator } = row
  if (isUnnoted)
    await deps.database.run(
      sql`UPDATE console_sessions s SET last_seen_at = now() WHERE s.digest = ${sessionDigest} AND ${unnoted}`,
    )
  return {
    ...administrator,
    projects: null,
    via: { credential: 'console', sessionDigest, activeTeamId, providerId, authenticatedAt },
  }
}

/**
 * Ends the sign-in at the issuer too.
 * @returns the sealed ID token for its sign-out page
 */
export const closeSession = (
  deps: Pick<HandlerDeps, 'database' | 'config'>,
  sessionDigest: string,
): Promise<{ idTokenSealed: string | null } | null> =>
  deps.database.transaction(async (tx) => {
    const [closed] = await tx.rows<{
      projectId: string
      sessionUid: string | null
      idTokenSealed: string | null
    }>(sql`
      DELETE FROM console_sessions WHERE digest = ${sessionDigest}
      RETURNING project_id AS "projectId", session_uid AS "sessionUid", id_token_sealed AS "idTokenSealed"`)
    if (!closed) return null
    const { projectId: id, sessionUid } = closed
    if (sessionUid !== null)
      await endIssuerSession(tx, { id, issuer: deps.config.SIGNET_BASE_URL }, sessionUid)
    return closed
  })

export interface OwnSession {
  readonly digest: string
  readonly signedInAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
}

/** The most recently used first. */
export const listSessions = (executor: Executor, accountId: string): Promise<OwnSession[]> =>
  executor.rows<OwnSession>(sql`
    SELECT s.digest, s.created_at AS "signedInAt", s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt"
    FROM console_sessions s JOIN instance i ON i.administrators_project_id = s.project_id
    WHERE s.account_id = ${accountId} AND ${unexpired} ORDER BY s.last_seen_at DESC, s.digest`)

/** Every browser sends Origin or Sec-Fetch-Site with an unsafe request, and a page cannot set either. */
export function requireOwnOrigin(request: FastifyRequest, baseUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const isOwn = origin === undefined ? site === 'same-origin' : origin === baseUrl
  if (!isOwn || (site !== undefined && site !== 'same-origin')) refuse('wrong_origin')
}
