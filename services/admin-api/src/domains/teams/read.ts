import type { Settings } from '@signet/contracts'
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

interface OwnedTeams {
  readonly teams: number
  readonly superAdministrator: boolean
}

/** Regular teams an administrator owns, which is what plans count; super administrators are never limited. */
export const ownedTeams = async (executor: Executor, accountId: string): Promise<OwnedTeams> =>
  (
    await executor.rows<OwnedTeams>(sql`
    SELECT count(*) FILTER (WHERE t.kind = 'regular' AND m.role = 'owner')::int AS teams,
      COALESCE(bool_or(m.team_id = i.super_team_id), false) AS "superAdministrator"
    FROM instance i JOIN team_members m ON m.account_id = ${accountId} JOIN teams t ON t.id = m.team_id`)
  )[0] ?? { teams: 0, superAdministrator: false }

/** Refuses one regular team more than plans allow; locks the administrator, so that two at once cannot both pass. */
export async function refuseTeamLimit(tx: Executor, settings: Settings, accountId: string): Promise<void> {
  if (!settings['plans.enabled']) return
  await tx.rows<object>(sql`
    SELECT 1 FROM instance i JOIN accounts a ON a.project_id = i.administrators_project_id
    WHERE a.id = ${accountId} FOR NO KEY UPDATE OF a`)
  const { teams, superAdministrator } = await ownedTeams(tx, accountId)
  const max = settings['plans.regularTeamsPerAdministrator']
  if (!superAdministrator && teams >= max)
    refuse('plan_limit', {
      detail: `An administrator owns at most ${max} teams here.`,
      members: { limit: 'regularTeamsPerAdministrator', max, plan: null },
    })
}

/**
 * What an administrator's deletion leaves behind: teams that were theirs alone go with them, and one that owns projects
 * or has other people is not left without an owner (invariant 2).
 */
export async function releaseTeams(tx: Executor, accountId: string): Promise<void> {
  await tx.rows<object>(sql`
    SELECT 1 FROM teams WHERE id IN (SELECT team_id FROM team_members WHERE account_id = ${accountId}) ORDER BY id FOR UPDATE`)
  const soleOwned = await tx.rows<{ id: string; needed: boolean }>(sql`
    SELECT t.id, EXISTS (SELECT 1 FROM projects p WHERE p.team_id = t.id)
      OR EXISTS (SELECT 1 FROM team_members o WHERE o.team_id = t.id AND o.account_id <> ${accountId}) AS needed
    FROM teams t JOIN team_members m ON m.team_id = t.id AND m.account_id = ${accountId} AND m.role = 'owner'
    WHERE t.kind <> 'system' AND NOT EXISTS (
      SELECT 1 FROM team_members o WHERE o.team_id = t.id AND o.role = 'owner' AND o.account_id <> ${accountId})`)
  if (soleOwned.some(({ needed }) => needed))
    refuse('last_owner', {
      detail: 'The administrator is the last owner of a team that others or projects need.',
    })
  await tx.run(sql`DELETE FROM teams WHERE id = ANY(${soleOwned.map(({ id }) => id)})`)
}
