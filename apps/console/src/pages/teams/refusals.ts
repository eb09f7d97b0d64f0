import type { Answer } from '../../api/client.ts'
import { t } from '../../texts/index.ts'

export type Team = Answer<'team_get'>

/** Returns null for a permitted action. */
export function teamRefusal({ can, owns }: Team, flag: keyof typeof t.teams.refusals & keyof Team['can']) {
  if (can[flag]) return null
  const { length } = owns.projects
  return flag === 'delete' && length > 0 ? t.teams.refusals.ownsProjects(length) : t.teams.refusals[flag]
}

/** The last owner of a team can be neither demoted nor removed. */
export function memberRefusal(team: Team, { role }: Pick<Team['members'][number], 'role'>): string | null {
  const owners = team.members.filter((member) => member.role === 'owner')
  return (
    teamRefusal(team, 'manageMembers') ??
    (role === 'owner' && owners.length === 1 ? t.teams.refusals.onlyOwner : null)
  )
}
