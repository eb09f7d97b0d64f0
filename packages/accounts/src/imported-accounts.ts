import { type AuditedTx, sql } from '@signet/db'
import { normalizeKey } from './normalize.ts'

export interface ImportedAccount {
  readonly id: string
  readonly email: string
  readonly username: string | null
  readonly emailVerified: boolean
  readonly passwordHash: string | null
  /** A later proof of the address does not remove a password that an administrator set. */
  readonly passwordGiven: boolean
  readonly active: boolean
  /** Seed that the user enrolled in the other system. */
  readonly totpSealed: string | null
  readonly claims: Readonly<Record<string, unknown>>
  readonly profile: object
}

/**
 * Skips users whose address or user name another account has in the meantime, or whose id an application has. The rows are written in
 * the order of their keys, so that concurrent imports of the same users cannot deadlock. Each of the two names has a condition of its
 * own: PostgreSQL would scan all accounts for each row of one condition with OR.
 * @returns the ids of the created accounts
 */
export async function importAccounts(
  tx: AuditedTx,
  projectId: string,
  accounts: readonly ImportedAccount[],
): Promise<ReadonlySet<string>> {
  const rows = accounts.map((account) => ({
    ...account,
    emailKey: normalizeKey(account.email),
    usernameKey: account.username === null ? null : normalizeKey(account.username),
  }))
  const created = await tx.rows<{ id: string }>(sql`
    INSERT INTO accounts (project_id, id, email, email_key, username, username_key, email_verified, password_hash,
      password_set_at, password_given, active, totp_sealed, totp_enrolled_at, claims, profile)
    SELECT ${projectId}, v.id, v.email, v."emailKey", v.username, v."usernameKey", v."emailVerified", v."passwordHash",
      CASE WHEN v."passwordHash" IS NOT NULL THEN now() END, v."passwordGiven", v.active, v."totpSealed",
      CASE WHEN v."totpSealed" IS NOT NULL THEN now() END, v.claims, v.profile
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v (id text, email text, "emailKey" text, username text,
      "usernameKey" text, "emailVerified" boolean, "passwordHash" text, "passwordGiven" boolean, active boolean, "totpSealed" text, claims jsonb,
      profile jsonb)
    WHERE NOT EXISTS (SELECT 1 FROM accounts a WHERE a.project_id = ${projectId} AND a.username_key = v."emailKey")
      AND NOT EXISTS (SELECT 1 FROM clients c WHERE c.project_id = ${projectId} AND c.id = v.id)
      AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.project_id = ${projectId} AND a.email_key = v."usernameKey")
    ORDER BY v."emailKey"
    ON CONFLICT DO NOTHING RETURNING id`)
  return new Set(created.map(({ id }) => id))
}
