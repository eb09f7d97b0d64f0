/** What the authorization server needs of an account; read with the token or session that names it. */
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
  /** Seconds of the epoch, to the last digit. */
  readonly passwordSetAt: string | null
  /** A directory keeps it. */
  readonly managed: boolean
  /** Names of the groups it is in, where they were read with it. */
  readonly groups?: readonly string[]
}

const accountObject = `jsonb_build_object(
  'id', a.id, 'email', a.email, 'emailVerified', a.email_verified, 'username', a.username, 'active', a.active,
  'locked', a.locked_at IS NOT NULL, 'claims', a.claims, 'profile', a.profile, 'totp', a.totp_enrolled_at IS NOT NULL,
  'passwordSetAt', extract(epoch FROM a.password_set_at)::text,
  'managed', a.connection_id IS NOT NULL)`

/** Names of the groups of an account `a`. */
export const groupNames = `(SELECT COALESCE(jsonb_agg(gr.display_name ORDER BY gr.display_name_key), '[]'::jsonb)
  FROM group_members gm JOIN groups gr ON gr.project_id = gm.project_id AND gr.id = gm.group_id
  WHERE gm.project_id = a.project_id AND gm.account_id = a.id)`

/**
 * Selects from a row joined with `accounts a`; null when the account is gone.
 * @param withGroups a condition under which the groups are read with it
 */
export const accountColumns = (withGroups = 'false'): string => `CASE WHEN a.id IS NULL THEN NULL
  WHEN ${withGroups} THEN ${accountObject} || jsonb_build_object('groups', ${groupNames})
  ELSE ${accountObject} END AS account`

export const accountKey = (accountId: string): string => `account ${accountId}`
export const grantKey = (grantId: string): string => `grant ${grantId}`
export const sessionKey = (uid: string): string => `session ${uid}`
/** Which grant a token's row belongs to, by the key of the row. */
export const grantOfKey = (id: string): string => `grant of ${id}`
/** A row this request has read already: it is not read twice. */
export const readKey = (model: string, id: string): string => `read ${model} ${id}`
/** The read of a token under way, of whatever kind it is. */
export const lookupKey = (id: string): string => `lookup ${id}`
