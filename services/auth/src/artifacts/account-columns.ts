/** Read with the token or session that names the account. */
export interface AccountRow {
  readonly id: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly username: string | null
  readonly active: boolean
  readonly locked: boolean
  readonly claims: Record<string, unknown>
  readonly profile: Record<string, unknown>
  readonly totp: boolean
  /** Seconds of the epoch, as text with full precision. */
  readonly passwordSetAt: string | null
  readonly managed: boolean
  readonly externalId: string | null
  /** Absent when the groups were not read. */
  readonly groups?: readonly string[]
}

const accountObject = `jsonb_build_object(
  'id', a.id, 'email', a.email, 'emailVerified', a.email_verified, 'username', a.username, 'active', a.active,
  'locked', a.locked_at IS NOT NULL, 'claims', a.claims, 'profile', a.profile, 'totp', a.totp_enrolled_at IS NOT NULL,
  'passwordSetAt', extract(epoch FROM a.password_set_at)::text,
  'managed', a.connection_id IS NOT NULL, 'externalId', a.external_id)`

export const groupNames = `(SELECT COALESCE(jsonb_agg(gr.display_name ORDER BY gr.display_name_key), '[]'::jsonb)
  FROM group_members gm JOIN groups gr ON gr.project_id = gm.project_id AND gr.id = gm.group_id
  WHERE gm.project_id = a.project_id AND gm.account_id = a.id)`

/**
 * Selects from a row joined with `accounts a`; null when the account was deleted.
 * @param withGroups SQL condition under which the groups are read
 */
export const accountColumns = (withGroups = 'false'): string => `CASE WHEN a.id IS NULL THEN NULL
  WHEN ${withGroups} THEN ${accountObject} || jsonb_build_object('groups', ${groupNames})
  ELSE ${accountObject} END AS account`
