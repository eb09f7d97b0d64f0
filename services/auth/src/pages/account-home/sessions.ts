import { sql } from '@signet/db'
import { isAttached, ownClientId, signedInAt } from '@signet/sessions'
import { nameOfClient, ownSettings } from '../../clients/client-metadata.ts'
import type { OwnVisit } from '../../own-account/own-page.ts'
import { rowReference } from '../../request/row-reference.ts'
import { endSession } from '../../sign-out/end-session.ts'

/** The newest first. */
const maxSessions = 50

export interface OwnSession {
  readonly uid: string
  readonly since: Date
  readonly applications: readonly string[]
  readonly isThis: boolean
}

interface Row {
  readonly uid: string
  readonly since: Date
  readonly clientIds: readonly string[]
}

export async function ownSessions(visit: OwnVisit): Promise<OwnSession[]> {
  const { context, account, session } = visit
  const rows = await context.deps.database.rows<Row>(sql`
    SELECT uid, ${signedInAt(sql`payload`)} AS since,
      ARRAY(SELECT jsonb_object_keys(COALESCE(payload->'authorizations', '{}'::jsonb))) AS "clientIds"
    FROM oidc_sessions s
    WHERE project_id = ${context.project.id} AND account_id = ${account.id} AND uid IS NOT NULL AND expires_at > now()
      AND ${isAttached(sql`s`)}
    ORDER BY since DESC, uid LIMIT ${maxSessions}`)
  return Promise.all(
    rows.map(async ({ uid, since, clientIds }) => ({
      uid,
      since,
      applications: await namesOf(visit, clientIds),
      isThis: uid === session.uid,
    })),
  )
}

async function namesOf({ provider }: OwnVisit, clientIds: readonly string[]): Promise<string[]> {
  const others = clientIds.filter((id) => id !== ownClientId)
  const clients = await Promise.all(others.map((id) => provider.Client.find(id).catch(() => undefined)))
  return clients.flatMap((client) => (client && !ownSettings(client).builtIn ? [nameOfClient(client)] : []))
}

/** Ends a session as a sign-out in its browser does. Ignores the id of another account's session. */
export async function endOwnSession({ provider, context, account }: OwnVisit, uid: string): Promise<void> {
  const [row] = await context.deps.database.rows<{ key: string }>(sql`
    SELECT id AS key FROM oidc_sessions
    WHERE project_id = ${context.project.id} AND account_id = ${account.id} AND uid = ${uid}`)
  const session = row && (await provider.Session.findByUid(uid))
  if (!session) return
  // The session cookie is in the other browser, so the row is addressed by its stored key.
  Object.assign(session, { id: rowReference(row.key) })
  await endSession(provider, context, session, account.id)
}
