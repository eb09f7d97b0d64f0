import { memberships } from '@signet/accounts'
import { type Operations, teamRoles } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import type { Listing } from '../../lists/page.ts'
import type { TeamRecord } from './to-team.ts'

const rolesDownwards = teamRoles.toReversed()

const select = (where: Sql): Sql => sql`
  SELECT t.id, t.name, t.kind, t.created_at AS "createdAt",
    COALESCE((SELECT jsonb_agg(jsonb_build_object('userId', a.id, 'email', COALESCE(a.email, ''), 'role', m.role, 'active', a.active)
        ORDER BY array_position(${rolesDownwards}, m.role), a.email_key)
      FROM ${memberships} m JOIN accounts a ON a.project_id = m.project_id AND a.id = m.account_id
      WHERE m.team_id = t.id), '[]'::jsonb) AS members,
    COALESCE((SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) ORDER BY p.created_at, p.id)
      FROM projects p WHERE p.team_id = t.id), '[]'::jsonb) AS projects
  FROM teams t WHERE ${where} ORDER BY t.created_at, t.id`

/** Reads every team of the instance without ids. */
export const readTeams = (executor: Executor, ids?: readonly string[]): Promise<TeamRecord[]> =>
  executor.rows<TeamRecord>(select(ids ? sql`t.id = ANY(${[...ids]})` : sql`true`))

export const teamListing = (ids: readonly string[] | undefined): Listing<Operations['team_list']> => ({
  from: sql`teams t`,
  id: sql`t.id`,
  where: ids ? sql`t.id = ANY(${ids})` : sql`true`,
  texts: [sql`t.name`],
  orders: { createdAt: { by: sql`t.created_at`, isTime: true }, name: { by: sql`lower(t.name)` } },
})

export const findTeam = async (executor: Executor, id: string): Promise<TeamRecord> =>
  (await readTeams(executor, [id]))[0] ?? refuse('not_found')

/** Locks the team, so that changes of its members and of its projects are serialized. */
export async function lockTeam(tx: Executor, id: string): Promise<void> {
  const rows = await tx.rows<object>(sql`SELECT 1 FROM teams WHERE id = ${id} FOR UPDATE`)
  if (rows.length === 0) refuse('not_found')
}

/** Refuses users of other projects. */
export async function findAdministrator(executor: Executor, id: string): Promise<{ email: string }> {
  const [row] = await executor.rows<{ email: string }>(sql`
    SELECT COALESCE(a.email, '') AS email FROM instance i
    JOIN accounts a ON a.project_id = i.administrators_project_id WHERE a.id = ${id}`)
  return row ?? refuse('not_found')
}
