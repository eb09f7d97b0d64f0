import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'

/**
 * Refuses when the administrator is the last super administrator who can sign in. Locks the Super administrators team,
 * so that two such changes of the same moment cannot both pass (invariant 3).
 */
export async function refuseLastSuperAdministrator(tx: Executor, accountId: string): Promise<void> {
  await tx.rows<object>(
    sql`SELECT t.id FROM instance i JOIN teams t ON t.id = i.super_team_id FOR UPDATE OF t`,
  )
  const active = await tx.rows<{ id: string }>(sql`
    SELECT a.id FROM instance i JOIN team_members m ON m.team_id = i.super_team_id
    JOIN accounts a ON a.project_id = i.administrators_project_id AND a.id = m.account_id
    WHERE a.active AND a.locked_at IS NULL`)
  if (active.length === 1 && active[0]?.id === accountId) refuse('last_super_administrator')
}
