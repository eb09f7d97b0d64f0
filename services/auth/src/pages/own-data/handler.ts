import { readPasskeys } from '@signet/accounts'
import { sql } from '@signet/db'
import { connectedApps } from '@signet/sessions'
import { ownIdentities } from '../../federation/own-identities.ts'
import { hasJustSignedIn, type OwnVisit, ownPage } from '../../own-account/own-page.ts'
import { ownSessions } from '../account-home/sessions.ts'

const path = '/account/data'

/** Sends a user who has just signed in the data that is stored about them (GDPR Art. 15, 20). */
export const ownDataLayer = ownPage({ path, show: send, answer: async () => undefined })

async function send(visit: OwnVisit): Promise<void> {
  if (!(await hasJustSignedIn(visit, path))) return
  const { ctx } = visit
  ctx.set({
    'Cache-Control': 'no-store',
    'Content-Disposition': 'attachment; filename="account.json"',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
  })
  ctx.type = 'application/json; charset=utf-8'
  ctx.body = `${JSON.stringify(await ownData(visit), null, 2)}\n`
}

interface StoredData {
  readonly account: Readonly<Record<string, unknown>>
  readonly groups: readonly string[]
  readonly signInFailures: readonly object[]
  readonly messages: readonly object[]
}

/** Returns the user's data without secrets, such as the password hash, the seed of the authenticator and the recovery codes. */
async function ownData(visit: OwnVisit) {
  const { context, account } = visit
  const { database } = context.deps
  const [[stored], identities, passkeys, sessions, applications] = await Promise.all([
    database.rows<StoredData>(sql`
      SELECT jsonb_build_object('id', a.id, 'email', a.email, 'emailVerified', a.email_verified, 'username', a.username,
          'claims', a.claims, 'profile', a.profile, 'managedByDirectory', a.connection_id IS NOT NULL,
          'externalId', a.external_id, 'passwordSetAt', a.password_set_at, 'authenticatorSince', a.totp_enrolled_at,
          'recoveryCodesSince', (SELECT r.created_at FROM recovery_codes r
            WHERE r.project_id = a.project_id AND r.account_id = a.id),
          'recoveryCodesLeft', (SELECT cardinality(r.digests) FROM recovery_codes r
            WHERE r.project_id = a.project_id AND r.account_id = a.id),
          'createdAt', a.created_at, 'updatedAt', a.updated_at) AS account,
        ARRAY(SELECT g.display_name FROM groups g JOIN group_members m ON m.project_id = g.project_id AND m.group_id = g.id
          WHERE m.project_id = a.project_id AND m.account_id = a.id ORDER BY g.display_name_key) AS groups,
        COALESCE((SELECT jsonb_agg(jsonb_build_object('cause', f.cause, 'application', f.client_id, 'count', f.count, 'lastAt', f.last_at))
          FROM sign_in_failures f WHERE f.project_id = a.project_id AND f.account_id = a.id), '[]'::jsonb) AS "signInFailures",
        COALESCE((SELECT jsonb_agg(jsonb_build_object('purpose', m.purpose, 'state', m.state, 'at', m.updated_at))
          FROM mail_messages m WHERE m.project_id = a.project_id AND m.account_id = a.id), '[]'::jsonb) AS messages
      FROM accounts a WHERE a.project_id = ${context.project.id} AND a.id = ${account.id}`),
    ownIdentities(database, context, account.id),
    readPasskeys(database, { projectId: context.project.id, accountId: account.id }),
    ownSessions(visit),
    connectedApps(database, context.project.id, account.id),
  ])
  return {
    issuer: context.issuer,
    ...stored,
    identities: identities.map(({ onlyWayIn: _derived, ...identity }) => identity),
    passkeys: passkeys.map(({ id, name, rpId, synced, flagsKnown, createdAt, lastUsedAt }) => ({
      ...{ id, name, host: rpId, synced: flagsKnown ? synced : null, createdAt, lastUsedAt },
    })),
    sessions: sessions.map(({ since, applications: names, isThis }) => ({
      since,
      applications: names,
      isThis,
    })),
    applications: applications.map(({ apis, ...application }) => ({
      ...application,
      apis: Object.fromEntries(apis),
    })),
  }
}
