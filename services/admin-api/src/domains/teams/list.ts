import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { findTeam, readTeams } from './team-store.ts'
import { toTeam, toTeamRow } from './to-team.ts'

export const team_list = implementRead(operations.team_list, async ({ deps, caller }) => {
  const own = caller.teams.map(({ id }) => id)
  const rows = await readTeams(deps.database, caller.superAdministrator ? undefined : own)
  return { teams: rows.map((row) => toTeamRow(row, caller)) }
})

export const team_get = implementRead(operations.team_get, async ({ deps, caller }, { teamId }) =>
  toTeam(await findTeam(deps.database, teamId), caller),
)
