import { limits, type Settings } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { newId, refuse } from '@signet/runtime'

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

interface PersonalTeam {
  readonly projectId: string
  readonly accountId: string
  readonly email: string
}

/** The team every administrator has for themselves, named after the start of their address. */
export async function createPersonalTeam(
  tx: Executor,
  { projectId, accountId, email }: PersonalTeam,
): Promise<string> {
  const id = newId('team')
  const name = (email.split('@')[0] || email).slice(0, limits.nameCharacters)
  await tx.run(
    sql`INSERT INTO teams (id, name, kind, personal_of) VALUES (${id}, ${name}, 'personal', ${accountId})`,
  )
  await tx.run(
    sql`INSERT INTO team_members (team_id, project_id, account_id, role) VALUES (${id}, ${projectId}, ${accountId}, 'owner')`,
  )
  return id
}
