import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { readList } from '../../lists/page.ts'
import { findTeam, readTeams, teamListing } from './team-store.ts'
import { toTeam, toTeamRow } from './to-team.ts'

export const team_list = implementRead(
  operations.team_list,
  async ({ deps: { database }, caller }, input) => {
    const own = caller.superAdministrator ? undefined : caller.teams.map(({ id }) => id)
    const read = (ids?: readonly string[]) => readTeams(database, ids ?? own)
    const { rows, page } = await readList(operations.team_list, database, teamListing(own), input, read)
    return { teams: rows.map((row) => toTeamRow(row, caller)), ...page }
  },
)

export const team_get = implementRead(operations.team_get, async ({ deps, caller }, { teamId }) =>
  toTeam(await findTeam(deps.database, teamId), caller),
)
