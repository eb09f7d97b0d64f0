import { lastActiveDay, memberships } from '@signet/accounts'
import type { Administrator, Operations } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import type { Listing } from '../../lists/page.ts'

interface AdministratorRecord extends Omit<Administrator, 'createdAt'> {
  readonly createdAt: Date
}

const select = (where: Sql): Sql => sql`
  SELECT a.id, COALESCE(a.email, '') AS email, a.email_verified AS verified, a.active AND a.locked_at IS NULL AS active,
    EXISTS (SELECT 1 FROM team_members s WHERE s.team_id = i.super_team_id AND s.account_id = a.id) AS "superAdministrator",
    a.totp_enrolled_at IS NOT NULL AS authenticator, ${lastActiveDay} AS "lastActiveOn", a.created_at AS "createdAt",
    COALESCE((SELECT jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'kind', t.kind, 'role', m.role) ORDER BY t.created_at, t.id)
      FROM ${memberships} m JOIN teams t ON t.id = m.team_id
      WHERE m.account_id = a.id AND t.id <> i.super_team_id), '[]'::jsonb) AS teams
  FROM instance i JOIN accounts a ON a.project_id = i.administrators_project_id
  WHERE ${where} ORDER BY a.email_key, a.id`

export const toAdministrator = (row: AdministratorRecord): Administrator => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})

export const readAdministrators = (
  executor: Executor,
  ids?: readonly string[],
): Promise<AdministratorRecord[]> =>
  executor.rows<AdministratorRecord>(select(ids ? sql`a.id = ANY(${ids})` : sql`true`))

export const administratorListing: Listing<Operations['admin_list']> = {
  from: sql`instance i JOIN accounts a ON a.project_id = i.administrators_project_id`,
  id: sql`a.id`,
  where: sql`true`,
  texts: [sql`a.email`],
  orders: {
    email: { by: sql`COALESCE(a.email_key, '')` },
    createdAt: { by: sql`a.created_at`, isTime: true },
  },
}

export const findAdministrator = async (executor: Executor, id: string): Promise<AdministratorRecord> =>
  (await executor.rows<AdministratorRecord>(select(sql`a.id = ${id}`)))[0] ?? refuse('not_found')

/** Locks the account, so that changes of one administrator are serialized. */
export async function lockAdministrator(tx: Executor, id: string): Promise<void> {
  const rows = await tx.rows<object>(sql`
    SELECT 1 FROM instance i JOIN accounts a ON a.project_id = i.administrators_project_id
    WHERE a.id = ${id} FOR UPDATE OF a`)
  if (rows.length === 0) refuse('not_found')
}

interface Home {
  readonly id: string
  readonly superTeamId: string
  readonly verificationRequired: boolean
}

export const administratorsProject = async (executor: Executor): Promise<Home> =>
  (
    await executor.rows<Home>(sql`
    SELECT p.id, i.super_team_id AS "superTeamId", p.email_verification_required AS "verificationRequired"
    FROM instance i JOIN projects p ON p.id = i.administrators_project_id`)
  )[0] ?? refuse('unavailable', { detail: 'The instance is not set up: run db:setup.' })
