import { memberships } from '@signet/accounts'
import { type Executor, type Sql, sql } from '@signet/db'
import type { Administrator, Membership } from '../caller.ts'

interface Row {
  readonly accountId: string
  readonly email: string
  readonly superAdministrator: boolean
  readonly teams: Membership[]
}

/**
 * Reads from the primary on every call: a removed member or a deactivated account is rejected on the next request.
 * @returns null when the account must not act
 */
export async function loadAdministrator(
  executor: Executor,
  accountId: string,
): Promise<Omit<Administrator, 'via'> | null> {
  const [row] = await executor.rows<Row>(sql`
    SELECT ${administratorColumns} FROM instance i
    JOIN accounts a ON a.project_id = i.administrators_project_id AND a.id = ${accountId}
    WHERE a.active AND a.locked_at IS NULL`)
  return row ? { ...row, projects: null } : null
}

/**
 * Selects from `instance i` joined with `accounts a`. OFFSET makes PostgreSQL begin with the memberships of the administrator: it could
 * begin with all teams, and look for the administrator in each of them.
 */
export const administratorColumns: Sql = sql`
  a.id AS "accountId", COALESCE(a.email, '') AS email,
  EXISTS (SELECT 1 FROM team_members s WHERE s.team_id = i.super_team_id AND s.account_id = a.id) AS "superAdministrator",
  COALESCE((SELECT jsonb_agg(jsonb_build_object('id', t.id, 'role', m.role, 'kind', t.kind) ORDER BY t.created_at, t.id)
            FROM (SELECT * FROM ${memberships} m WHERE m.account_id = a.id OFFSET 0) m
            JOIN teams t ON t.id = m.team_id WHERE t.id <> i.super_team_id), '[]'::jsonb) AS teams`
