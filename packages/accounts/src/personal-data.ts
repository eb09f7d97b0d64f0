import type { PersonalData } from '@signet/contracts'
import { type Executor, raw, sql } from '@signet/db'
import { actors, formOfActor } from '@signet/events'
import { connectedApps, isAttached, ownClientId, signedInAt } from '@signet/sessions'
import type { Owner } from './authenticators.ts'

/** Limit of sessions, and of audit entries, in one document. */
const maxRows = 10_000

interface Subject {
  /** Null without an address. */
  readonly issuer: string | null
  /** The user downloads the own data in this session. */
  readonly sessionUid?: string | undefined
}

/**
 * Reads no secrets: password hash, seed of the authenticator, keys of passkeys, recovery codes.
 * @returns null without the account
 */
export async function readPersonalData(
  executor: Executor,
  owner: Owner,
  { issuer, sessionUid }: Subject,
): Promise<PersonalData | null> {
  const account = await readAccount(executor, owner)
  if (!account) return null
  const { groups, signInFailures, messages, ...own } = account
  const [identities, passkeys, sessions, applications, audit] = await Promise.all([
    readIdentities(executor, owner),
    readPasskeysWithoutKeys(executor, owner),
    readSessions(executor, owner, sessionUid),
    readApplications(executor, owner),
    readEntries(executor, owner),
  ])
  const document = {
    ...{ format: 'signet-personal-data', version: 1, exportedAt: new Date(), issuer, account: own, groups },
    ...{ identities, passkeys, sessions, applications, signInFailures, messages, ...audit },
  }
  // Converts each time to text.
  return JSON.parse(JSON.stringify(document)) as PersonalData
}

const formatted = (column: string) =>
  sql`to_char(${raw(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

interface AccountRow {
  readonly id: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly username: string | null
  readonly active: boolean
  readonly lockedAt: Date | null
  readonly lockReason: string | null
  readonly claims: Readonly<Record<string, unknown>>
  readonly profile: Readonly<Record<string, unknown>>
  readonly managedByDirectory: boolean
  readonly externalId: string | null
  readonly passwordSetAt: Date | null
  readonly authenticatorSince: Date | null
  readonly recoveryCodesSince: Date | null
  readonly recoveryCodesLeft: number | null
  readonly lastActiveOn: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly groups: readonly string[]
  readonly signInFailures: readonly object[]
  readonly messages: readonly object[]
}

const readAccount = async (
  executor: Executor,
  { projectId, accountId }: Owner,
): Promise<AccountRow | undefined> =>
  (
    await executor.rows<AccountRow>(sql`
    SELECT a.id, a.email, a.email_verified AS "emailVerified", a.username, a.active, a.locked_at AS "lockedAt",
      a.lock_reason AS "lockReason", a.claims, a.profile, a.connection_id IS NOT NULL AS "managedByDirectory",
      a.external_id AS "externalId", a.password_set_at AS "passwordSetAt", a.totp_enrolled_at AS "authenticatorSince",
      r.created_at AS "recoveryCodesSince", cardinality(r.digests) AS "recoveryCodesLeft",
      (SELECT d.last_day::text FROM account_activity d WHERE d.project_id = a.project_id AND d.account_id = a.id) AS "lastActiveOn",
      a.created_at AS "createdAt", a.updated_at AS "updatedAt",
      ARRAY(SELECT g.display_name FROM groups g JOIN group_members m ON m.project_id = g.project_id AND m.group_id = g.id
        WHERE m.project_id = a.project_id AND m.account_id = a.id ORDER BY g.display_name_key) AS groups,
      COALESCE((SELECT jsonb_agg(jsonb_build_object('cause', f.cause, 'application', NULLIF(f.client_id, ''), 'count', f.count,
          'lastAt', ${formatted('f.last_at')}) ORDER BY f.last_at DESC)
        FROM sign_in_failures f WHERE f.project_id = a.project_id AND f.account_id = a.id), '[]'::jsonb) AS "signInFailures",
      COALESCE((SELECT jsonb_agg(jsonb_build_object('purpose', m.purpose, 'state', m.state, 'at', ${formatted('m.updated_at')})
          ORDER BY m.purpose)
        FROM mail_messages m WHERE m.project_id = a.project_id AND m.account_id = a.id), '[]'::jsonb) AS messages
    FROM accounts a LEFT JOIN recovery_codes r ON r.project_id = a.project_id AND r.account_id = a.id
    WHERE a.project_id = ${projectId} AND a.id = ${accountId}`)
  )[0]

const readIdentities = (executor: Executor, { projectId, accountId }: Owner): Promise<object[]> =>
  executor.rows<object>(sql`
    SELECT d.provider_id AS "providerId", p.display_name AS "displayName", d.issuer, d.subject, d.email,
      d.linked_at AS "linkedAt", d.last_used_at AS "lastUsedAt"
    FROM identities d JOIN identity_providers p ON p.project_id = d.project_id AND p.id = d.provider_id
    WHERE d.project_id = ${projectId} AND d.account_id = ${accountId} ORDER BY p.position, p.id`)

const readPasskeysWithoutKeys = (executor: Executor, { projectId, accountId }: Owner): Promise<object[]> =>
  executor.rows<object>(sql`
    SELECT k.id, k.name, k.rp_id AS host, k.aaguid AS model, CASE WHEN k.flags_known THEN k.synced END AS synced,
      k.created_at AS "createdAt", k.last_used_at AS "lastUsedAt"
    FROM passkeys k WHERE k.project_id = ${projectId} AND k.account_id = ${accountId} ORDER BY k.created_at, k.id`)

async function readSessions(
  executor: Executor,
  { projectId, accountId }: Owner,
  sessionUid: string | undefined,
): Promise<object[]> {
  const rows = await executor.rows<{ uid: string; since: Date; applications: string[] }>(sql`
    SELECT s.uid, ${signedInAt(sql`s.payload`)} AS since,
      ARRAY(SELECT COALESCE(c.client_name, used.id)
        FROM jsonb_object_keys(COALESCE(s.payload->'authorizations', '{}'::jsonb)) used(id)
        LEFT JOIN clients c ON c.project_id = s.project_id AND c.id = used.id
        WHERE used.id <> ${ownClientId} ORDER BY 1) AS applications
    FROM oidc_sessions s
    WHERE s.project_id = ${projectId} AND s.account_id = ${accountId} AND s.uid IS NOT NULL AND s.expires_at > now()
      AND ${isAttached(sql`s`)}
    ORDER BY since DESC, s.uid LIMIT ${maxRows}`)
  return rows.map(({ uid, ...session }) => ({
    ...session,
    ...(sessionUid === undefined ? {} : { isThis: uid === sessionUid }),
  }))
}

async function readApplications(executor: Executor, { projectId, accountId }: Owner): Promise<object[]> {
  const apps = await connectedApps(executor, projectId, accountId)
  const named = await executor.rows<{ id: string; name: string }>(sql`
    SELECT id, client_name AS name FROM clients
    WHERE project_id = ${projectId} AND id = ANY(${apps.map(({ clientId }) => clientId)}) AND client_name IS NOT NULL`)
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return apps.map(({ apis, ...app }) => ({
    ...app,
    name: names.get(app.clientId) ?? null,
    apis: Object.fromEntries(apis),
  }))
}

const kinds = {
  endUser: 'user',
  administrator: 'administrator',
  serviceAccount: 'administrator',
  connection: 'directory',
  upstream: 'provider',
  application: 'application',
  instance: 'instance',
} as const

interface EntryRow {
  readonly at: Date
  readonly actor: string
  readonly action: string
  readonly detail: object
}

/** Entries about the user and of the user, without administrators: their data belongs to another person. */
async function readEntries(executor: Executor, { projectId, accountId }: Owner) {
  const actor = actors.endUser(projectId, accountId)
  const about = sql`e.project_id = ${projectId} AND (e.target_id = ${accountId} OR e.actor = ${actor})`
  const rows = await executor.rows<EntryRow>(sql`
    SELECT e.at, e.actor, e.action, e.detail - '{approval,approvedBy,secondApproval,confirmation}'::text[] AS detail
    FROM audit_entries e WHERE ${about} ORDER BY e.at DESC, e.id DESC LIMIT ${maxRows}`)
  const [counted] = await executor.rows<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM audit_entries e WHERE ${about}`,
  )
  return {
    auditEntries: rows.map(({ at, action, detail, actor: by }) => ({
      ...{ at, action, by: kinds[formOfActor(by)], detail },
    })),
    auditEntriesLeftOut: (counted?.total ?? 0) - rows.length,
  }
}
