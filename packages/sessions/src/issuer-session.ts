import { type Executor, sql } from '@signet/db'
import { enqueue, logoutNotice } from '@signet/events'
import type { IssuerRef } from './account-sessions.ts'
import { deleteGrants } from './artifacts.ts'

/** Part of oidc-provider's session model. */
interface Authorization {
  readonly sid?: string
  readonly grantId?: string
  /** True for offline access, which outlives the sign-in. */
  readonly persistsLogout?: boolean
}

/**
 * Ends the session and its applications' artifacts without offline access, with a logout notice for each application that registered
 * for one, as the sign-out page does (RP-Initiated Logout 2).
 * @param uid of the session, which stays unchanged when its cookie is renewed
 */
export async function endIssuerSession(
  tx: Executor,
  { id: projectId, issuer }: IssuerRef,
  uid: string,
): Promise<void> {
  const [session] = await tx.rows<{
    accountId: string | null
    authorizations: Record<string, Authorization> | null
  }>(sql`
    DELETE FROM oidc_sessions WHERE project_id = ${projectId} AND uid = ${uid}
    RETURNING account_id AS "accountId", payload->'authorizations' AS authorizations`)
  if (!session?.accountId) return
  const authorizations = Object.entries(session.authorizations ?? {})
  const grantIds = authorizations.flatMap(([, { grantId, persistsLogout }]) =>
    grantId && !persistsLogout ? [grantId] : [],
  )
  await deleteGrants(tx, projectId, sql`id = ANY(${grantIds})`)
  if (issuer === null) return
  const listeners = await tx.rows<{ id: string }>(sql`
    SELECT id FROM clients WHERE project_id = ${projectId} AND backchannel_logout_uri IS NOT NULL
      AND id = ANY(${authorizations.map(([clientId]) => clientId)})`)
  const at = new Date().toISOString()
  for (const [clientId, { sid = null }] of authorizations)
    if (listeners.some(({ id }) => id === clientId))
      await enqueue(tx, logoutNotice, { projectId, clientId, issuer, sub: session.accountId, sid, at })
}
