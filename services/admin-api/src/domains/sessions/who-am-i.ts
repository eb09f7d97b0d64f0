import { operations, reaches, type Settings } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { loadSettings } from '@signet/tenancy'
import type { Administrator } from '../../caller.ts'
import { implementRead } from '../../implement.ts'
import { countOwnedProjects, projectAllowance } from '../plans/read.ts'
import { addressFormsOf } from '../projects/project-rules.ts'
import { ownedTeams } from '../teams/read.ts'
import { activeTeamOf, membershipsOf } from './teams.ts'

export const whoami = implementRead(operations.whoami, async ({ deps, caller }) => {
  const settings = await loadSettings(deps.database)
  return {
    id: caller.accountId,
    email: caller.email,
    verified: await isVerified(deps.database, caller),
    superAdministrator: caller.superAdministrator,
    teams: await membershipsOf(deps.database, caller),
    activeTeamId: activeTeamOf(caller),
    can: {
      createProject:
        caller.superAdministrator ||
        caller.teams.some(({ kind, role }) => kind !== 'system' && reaches(role, 'member')),
      addressForms: addressFormsOf(caller, settings),
      createTeam: true,
      instance: caller.superAdministrator,
      ...(settings['plans.enabled'] ? await plansOf(deps.database, caller, settings) : {}),
    },
  }
})

/** A super administrator has no limits: every maximum is null. */
async function plansOf(executor: Executor, caller: Administrator, settings: Settings) {
  const allowance = await projectAllowance(executor, caller, settings)
  const projects = allowance?.projects ?? {
    count: await countOwnedProjects(executor, caller.accountId),
    max: null,
  }
  const { teams } = await ownedTeams(executor, caller.accountId)
  const max = caller.superAdministrator ? null : settings['plans.regularTeamsPerAdministrator']
  return {
    nameSlug: allowance?.nameSlug ?? true,
    projects,
    teams: { count: teams, max },
  }
}

const isVerified = async (executor: Executor, { accountId }: Administrator): Promise<boolean> =>
  (
    await executor.rows<{ verified: boolean }>(sql`
    SELECT a.email_verified AS verified FROM instance i
    JOIN accounts a ON a.project_id = i.administrators_project_id AND a.id = ${accountId}`)
  )[0]?.verified ?? false
