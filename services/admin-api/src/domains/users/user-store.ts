import { displayNameOf, lastActiveDay } from '@signet/accounts'
import type { Profile, StoredSettings, User } from '@signet/contracts'
import { type AuditedTx, type Executor, join, type Sql, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { hasSignInMethod } from './sign-in-method.ts'

export interface UserRecord {
  readonly id: string
  readonly email: string
  readonly username: string | null
  readonly name: string | null
  readonly active: boolean
  readonly locked: boolean
  readonly verified: boolean
  readonly authenticator: boolean
  readonly passwordSet: boolean
  readonly connectionId: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly groups: { readonly id: string; readonly displayName: string }[]
  /** UTC, YYYY-MM-DD. */
  readonly lastActiveOn: string | null
}

export interface ListedRecord extends UserRecord {
  readonly hasSignInMethod: boolean
}

export interface FullUserRecord extends UserRecord {
  readonly claims: Record<string, unknown>
  readonly profile: Profile
  readonly externalId: string | null
  readonly lockedAt: Date | null
  readonly lockReason: string | null
  readonly lockedByEmail: string | null
  readonly messages: NonNullable<User['messages']>
}

const rowColumns = sql`
  a.id, COALESCE(a.email, '') AS email, a.username, ${displayNameOf(sql`a`)} AS name, a.active, a.locked_at IS NOT NULL AS locked, a.email_verified AS verified,
  a.totp_enrolled_at IS NOT NULL AS authenticator, a.password_set_at IS NOT NULL AS "passwordSet",
  a.connection_id AS "connectionId", a.created_at AS "createdAt", a.updated_at AS "updatedAt",
  COALESCE((SELECT jsonb_agg(jsonb_build_object('id', g.id, 'displayName', g.display_name) ORDER BY g.display_name_key)
    FROM group_members m JOIN groups g ON g.project_id = m.project_id AND g.id = m.group_id
    WHERE m.project_id = a.project_id AND m.account_id = a.id), '[]'::jsonb) AS groups,
  ${lastActiveDay} AS "lastActiveOn"`

const listedColumns = (settings: StoredSettings): Sql =>
  sql`${rowColumns}, ${hasSignInMethod(settings)} AS "hasSignInMethod"`

/**
 * The ids come from an index-only scan, so that a far page does not read the rows before it. Each part uses an index of its own; one
 * condition with OR would scan the whole order of the addresses.
 */
export const usersPage = (
  settings: StoredSettings,
  parts: readonly Sql[],
  limit: number,
  offset: number,
): Sql => sql`
  SELECT ${listedColumns(settings)} FROM (
    SELECT * FROM (${join(
      parts.map(
        (part) => sql`(SELECT a.project_id, a.id, a.email_key FROM accounts a WHERE ${part}
          ORDER BY a.email_key, a.id LIMIT ${limit + offset})`,
      ),
      ' UNION ALL ',
    )}) found ORDER BY email_key, id LIMIT ${limit} OFFSET ${offset}
  ) page JOIN accounts a ON a.project_id = page.project_id AND a.id = page.id ORDER BY page.email_key, page.id`

export const readUsers = (
  executor: Executor,
  settings: StoredSettings,
  parts: readonly Sql[],
  limit: number,
  offset: number,
): Promise<ListedRecord[]> => executor.rows<ListedRecord>(usersPage(settings, parts, limit, offset))

export async function countUsers(executor: Executor, parts: readonly Sql[]): Promise<number> {
  const counts = parts.map((part) => sql`(SELECT count(*)::int FROM accounts a WHERE ${part})`)
  const [row] = await executor.rows<{ total: number }>(sql`SELECT ${join(counts, ' + ')} AS total`)
  return row?.total ?? 0
}

/**
 * The pool of key lookups plans the statement once before the transaction of a change: PostgreSQL takes longer to plan it than to
 * execute it.
 */
export async function findUser(executor: Executor, projectId: string, id: string): Promise<FullUserRecord> {
  const [row] = await executor.rows<FullUserRecord>(sql`
    SELECT ${rowColumns}, a.claims, a.profile, a.external_id AS "externalId", a.locked_at AS "lockedAt", a.lock_reason AS "lockReason",
      (SELECT l.email FROM administrators l WHERE l.id = a.locked_by) AS "lockedByEmail",
      COALESCE((SELECT jsonb_agg(jsonb_build_object('purpose', m.purpose, 'state', m.state, 'reason', m.reason,
          'at', to_char(m.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY m.purpose)
        FROM mail_messages m WHERE m.project_id = a.project_id AND m.account_id = a.id
          AND m.purpose IN ('invitation', 'passkey', 'verification')), '[]'::jsonb) AS messages
    FROM accounts a WHERE a.project_id = ${projectId} AND a.id = ${id}`)
  return row ?? refuse('not_found')
}

/** Locks the account, so that its changes are serialized. */
export async function lockUser(tx: Executor, projectId: string, id: string): Promise<void> {
  const rows = await tx.rows<object>(
    sql`SELECT 1 FROM accounts WHERE project_id = ${projectId} AND id = ${id} FOR UPDATE`,
  )
  if (rows.length === 0) refuse('not_found')
}

interface UserChanges {
  readonly claims?: Readonly<Record<string, unknown>> | undefined
  readonly profile?: Profile | undefined
}

export async function updateUser(
  tx: AuditedTx,
  projectId: string,
  id: string,
  { claims, profile }: UserChanges,
): Promise<void> {
  const sets = [
    ...(claims === undefined ? [] : [sql`claims = ${JSON.stringify(claims)}::jsonb`]),
    ...(profile === undefined ? [] : [sql`profile = ${JSON.stringify(profile)}::jsonb`]),
    sql`updated_at = now()`,
  ]
  await tx.run(sql`UPDATE accounts SET ${join(sets, ', ')} WHERE project_id = ${projectId} AND id = ${id}`)
}

/** Locks by id, so that two bulk calls cannot deadlock. */
export async function lockUsers(
  tx: Executor,
  projectId: string,
  ids: readonly string[],
): Promise<UserRecord[]> {
  await tx.rows<object>(sql`
    SELECT id FROM accounts WHERE project_id = ${projectId} AND id = ANY(${[...ids]}) ORDER BY id FOR UPDATE`)
  return readUsersById(tx, projectId, ids)
}

export const readUsersById = (
  executor: Executor,
  projectId: string,
  ids: readonly string[],
): Promise<UserRecord[]> =>
  executor.rows<UserRecord>(
    sql`SELECT ${rowColumns} FROM accounts a WHERE a.project_id = ${projectId} AND a.id = ANY(${[...ids]})`,
  )

export const readListedById = (
  executor: Executor,
  settings: StoredSettings,
  projectId: string,
  ids: readonly string[],
): Promise<ListedRecord[]> =>
  executor.rows<ListedRecord>(
    sql`SELECT ${listedColumns(settings)} FROM accounts a WHERE a.project_id = ${projectId} AND a.id = ANY(${[...ids]})`,
  )
