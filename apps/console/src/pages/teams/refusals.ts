import type { Answer } from '../../api/client.ts'
import { t } from '../../texts/index.ts'

export type Team = Answer<'team_get'>

/** Returns null for a permitted action. */
export function teamRefusal({ can, owns }: Team, flag: keyof typeof t.teams.refusals & keyof Team['can']) {
  if (can[flag]) return null
  const { length } = owns.projects
  return flag === 'delete' && length > 0 ? t.teams.refusals.ownsProjects(length) : t.teams.refusals[flag]
}
