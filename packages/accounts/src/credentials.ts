import { type Sql, sql } from '@signet/db'

/**
 * Selects accounts (`accounts a`) with a credential for sign-in: a password, a passkey or a link to a provider. Every statement that
 * decides by credentials uses this condition.
 * @param exceptProviderId its link does not count, because the user has just presented it
 */
export const hasCredential = (exceptProviderId: string | null = null): Sql => sql`(a.password_hash IS NOT NULL
  OR EXISTS (SELECT 1 FROM passkeys k WHERE k.project_id = a.project_id AND k.account_id = a.id)
  OR EXISTS (SELECT 1 FROM identities d WHERE d.project_id = a.project_id AND d.account_id = a.id
    AND d.provider_id IS DISTINCT FROM ${exceptProviderId}::text))`
