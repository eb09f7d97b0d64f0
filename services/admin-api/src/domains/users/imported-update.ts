import { isDeepStrictEqual } from 'node:util'
import { normalizeKey } from '@signet/accounts'
import type { ImportedUser } from '@signet/contracts'
import { type AuditedTx, type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { updateUser } from './user-store.ts'

/** An account that has the address of an imported user. */
export interface ExistingAccount {
  readonly id: string
  readonly emailKey: string | null
  readonly claims: Readonly<Record<string, unknown>>
  readonly profile: object
  readonly connectionId: string | null
  readonly groups: readonly string[]
}

/** Credentials, links, names and states are never part of it. */
export interface ImportedChange {
  readonly claims?: NonNullable<ImportedUser['claims']>
  readonly profile?: NonNullable<ImportedUser['profile']>
  readonly groups: readonly string[]
}

export async function readExisting(
  executor: Executor,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ExistingAccount>> {
  if (ids.length === 0) return new Map()
  const rows = await executor.rows<ExistingAccount>(sql`
    SELECT a.id, a.email_key AS "emailKey", a.claims, a.profile, a.connection_id AS "connectionId",
      ARRAY(SELECT g.display_name_key FROM group_members m JOIN groups g ON g.project_id = m.project_id AND g.id = m.group_id
        WHERE m.project_id = a.project_id AND m.account_id = a.id) AS groups
    FROM accounts a WHERE a.project_id = ${projectId} AND a.id = ANY(${[...ids]})`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the change, or the reason for which the account is skipped. */
export function changeOf(user: ImportedUser, account: ExistingAccount): ImportedChange | string {
  if (account.emailKey !== normalizeKey(user.email)) return 'another account has the user name'
  if (account.connectionId !== null) return 'a directory manages the account'
  const { claims, profile, groups = [] } = user
  const change = {
    ...(claims && !isDeepStrictEqual(claims, account.claims) ? { claims } : {}),
    ...(profile && !isDeepStrictEqual(profile, account.profile) ? { profile } : {}),
    groups: groups.filter((name) => !account.groups.includes(normalizeKey(name))),
  }
  return Object.keys(change).length === 1 && change.groups.length === 0 ? 'exists' : change
}

/** Refuses an account that was deleted, or that a directory took over, in the meantime. */
export async function lockUpdated(tx: Executor, projectId: string, ids: readonly string[]): Promise<void> {
  const locked = await tx.rows<object>(sql`
    SELECT 1 FROM accounts WHERE project_id = ${projectId} AND id = ANY(${[...ids]}) AND connection_id IS NULL
    ORDER BY id FOR UPDATE`)
  if (locked.length < ids.length) refuse('not_found')
}

export async function storeChange(
  tx: AuditedTx,
  projectId: string,
  id: string,
  { claims, profile }: ImportedChange,
): Promise<void> {
  if (claims !== undefined || profile !== undefined)
    await updateUser(tx, projectId, id, {
      ...(claims === undefined ? {} : { claims }),
      ...(profile === undefined ? {} : { profile }),
    })
}
