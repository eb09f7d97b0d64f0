import { type Executor, sql } from '@signet/db'

export interface ExportedAccount {
  readonly id: string
  readonly email: string | null
  readonly username: string | null
  readonly emailVerified: boolean
  readonly active: boolean
  readonly passwordHash: string | null
  readonly totpSealed: string | null
  readonly claims: Readonly<Record<string, unknown>>
  readonly profile: object
  readonly groups: readonly string[]
  readonly links: readonly {
    readonly providerId: string
    readonly issuer: string
    readonly subject: string
  }[]
  readonly passkeys: readonly ExportedPasskey[]
}

export interface ExportedPasskey {
  readonly credentialId: string
  readonly publicKey: string
  readonly rpId: string
  readonly userHandle: string
  readonly counter: number
  readonly aaguid: string
  readonly transports: readonly string[]
  readonly synced: boolean
  readonly flagsKnown: boolean
  readonly backedUp: boolean
  readonly name: string
}

/**
 * Ordered by id. Each page is a statement of its own, so that an export holds neither a transaction nor a connection between its pages.
 */
export const readExportedAccounts = (
  executor: Executor,
  projectId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<ExportedAccount[]> =>
  executor.rows<ExportedAccount>(sql`
    SELECT a.id, a.email, a.username, a.email_verified AS "emailVerified", a.active AND a.locked_at IS NULL AS active,
      a.password_hash AS "passwordHash", CASE WHEN a.totp_enrolled_at IS NOT NULL THEN a.totp_sealed END AS "totpSealed",
      a.claims, a.profile,
      ARRAY(SELECT g.display_name FROM group_members m JOIN groups g ON g.project_id = m.project_id AND g.id = m.group_id
        WHERE m.project_id = a.project_id AND m.account_id = a.id ORDER BY g.display_name_key) AS groups,
      COALESCE((SELECT jsonb_agg(jsonb_build_object('providerId', d.provider_id, 'issuer', d.issuer, 'subject', d.subject)
          ORDER BY d.provider_id)
        FROM identities d WHERE d.project_id = a.project_id AND d.account_id = a.id), '[]'::jsonb) AS links,
      COALESCE((SELECT jsonb_agg(jsonb_build_object('credentialId', k.credential_id, 'publicKey', k.public_key, 'rpId', k.rp_id,
          'userHandle', u.handle, 'counter', k.counter, 'aaguid', k.aaguid, 'transports', k.transports, 'synced', k.synced,
          'flagsKnown', k.flags_known, 'backedUp', k.backed_up, 'name', k.name) ORDER BY k.created_at, k.id)
        FROM passkeys k JOIN passkey_users u ON u.project_id = k.project_id AND u.account_id = k.account_id
        WHERE k.project_id = a.project_id AND k.account_id = a.id), '[]'::jsonb) AS passkeys
    FROM accounts a WHERE a.project_id = ${projectId} AND a.id > ${after} ORDER BY a.id LIMIT ${limit}`)
