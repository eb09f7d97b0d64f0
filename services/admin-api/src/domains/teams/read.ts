import type { Settings } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'

interface OwnedTeams {
  readonly teams: number
  readonly superAdministrator: boolean
}

/** Super administrators are never limited. */
export const ownedTeams = async (executor: Executor, accountId: string): Promise<OwnedTeams> =>
  (
    await executor.rows<OwnedTeams>(sql`
    SELECT count(*) FILTER (WHERE t.kind = 'regular' AND m.role = 'owner')::int AS teams,
      COALESCE(bool_or(m.team_id = i.super_team_id), false) AS "superAdministrator"
    FROM instance i JOIN team_members m ON m.account_id = ${accountId} JOIN teams t ON t.id = m.team_id`)
  )[0] ?? { teams: 0, superAdministrator: false }

/** Locks the administrator, so that two concurrent calls cannot both pass. */
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
