import { displayNameOf } from '@signet/accounts'
import type { AnswerOf, Group, Operations, StoredSettings } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import type { Listing } from '../../lists/page.ts'
import { hasSignInMethod } from '../users/sign-in-method.ts'
import { userStatus } from '../users/to-user.ts'
import type { UserRecord } from '../users/user-store.ts'

interface GroupRecord extends Omit<Group, 'createdAt'> {
  readonly createdAt: Date
}

const readWhere = (executor: Executor, where: Sql): Promise<GroupRecord[]> =>
  executor.rows<GroupRecord>(sql`
    SELECT g.id, g.display_name AS "displayName", g.external_id AS "externalId", g.created_at AS "createdAt",
      CASE WHEN k.id IS NULL THEN NULL ELSE jsonb_build_object('id', k.id, 'displayName', k.display_name) END AS connection,
      (SELECT count(*)::int FROM group_members m WHERE m.project_id = g.project_id AND m.group_id = g.id) AS members
    FROM groups g LEFT JOIN provisioning_connections k ON k.project_id = g.project_id AND k.id = g.connection_id
    WHERE ${where} ORDER BY g.display_name_key`)

export const toGroup = (row: GroupRecord): Group => ({ ...row, createdAt: row.createdAt.toISOString() })

export const readGroups = (
  executor: Executor,
  projectId: string,
  ids?: readonly string[],
): Promise<GroupRecord[]> =>
  readWhere(
    executor,
    ids ? sql`g.project_id = ${projectId} AND g.id = ANY(${ids})` : sql`g.project_id = ${projectId}`,
  )

export const groupListing = (projectId: string): Listing<Operations['project_group_list']> => ({
  from: sql`groups g`,
  id: sql`g.id`,
  where: sql`g.project_id = ${projectId}`,
  texts: [sql`g.display_name`],
  orders: {
    displayName: { by: sql`g.display_name_key` },
    createdAt: { by: sql`g.created_at`, isTime: true },
  },
})

export const findGroup = async (executor: Executor, projectId: string, id: string): Promise<GroupRecord> =>
  (await readWhere(executor, sql`g.project_id = ${projectId} AND g.id = ${id}`))[0] ?? refuse('not_found')

/** Rejects a managed group, which only its directory changes. */
export async function findOwnGroup(executor: Executor, projectId: string, id: string): Promise<GroupRecord> {
  const group = await findGroup(executor, projectId, id)
  if (group.connection) refuse('group_managed')
  return group
}

/** The group may be deleted, or managed by a directory, before the lock. */
export async function lockOwnGroup(tx: Executor, projectId: string, id: string): Promise<void> {
  await tx.rows<object>(sql`SELECT 1 FROM groups WHERE project_id = ${projectId} AND id = ${id} FOR UPDATE`)
  await findOwnGroup(tx, projectId, id)
}

type Member = AnswerOf<Operations['project_group_member_list']>['members'][number]
type MemberRecord = Omit<Member, 'status'> & Pick<UserRecord, 'active' | 'locked'>

interface MemberQuery {
  readonly projectId: string
  readonly groupId: string
  readonly where: Sql
  readonly settings: StoredSettings
}

/** Reads a page of the members that match `where` on `accounts a`, by address, with the total. */
export async function readMembers(
  executor: Executor,
  { projectId, groupId, where, settings }: MemberQuery,
  limit: number,
  offset: number,
): Promise<{ members: Member[]; totalResults: number }> {
  const from = sql`FROM group_members m JOIN accounts a ON a.project_id = m.project_id AND a.id = m.account_id
    WHERE m.project_id = ${projectId} AND m.group_id = ${groupId} AND ${where}`
  const [rows, counted] = await Promise.all([
    executor.rows<MemberRecord>(sql`
      SELECT a.id, COALESCE(a.email, '') AS email, a.username AS "userName", ${displayNameOf(sql`a`)} AS name,
        a.active, a.locked_at IS NOT NULL AS locked, a.email_verified AS verified, ${hasSignInMethod(settings)} AS "hasSignInMethod" ${from}
      ORDER BY a.email_key, a.id LIMIT ${limit} OFFSET ${offset}`),
    executor.rows<{ total: number }>(sql`SELECT count(*)::int AS total ${from}`),
  ])
  const members = rows.map(({ active, locked, ...row }) => ({
    ...row,
    status: userStatus({ active, locked }),
  }))
  return { members, totalResults: counted[0]?.total ?? 0 }
}
