import { limits } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import { operationQuery, useOperation } from '../../api/operation.ts'
import { t } from '../../texts/index.ts'

interface Props {
  readonly teamId: string
}

export function TeamName({ teamId }: Props) {
  const { own, mayAsk } = useOwnTeam(teamId)
  const { data } = useQuery({ ...operationQuery('team_get', { teamId }), enabled: mayAsk })
  return own ?? data?.name ?? t.projects.anotherTeam
}

const manyTeams = operationQuery('team_list', { count: limits.listPage.max })

/** All rows of a list share one read of the first teams. */
export function TeamNameOfRow({ teamId }: Props) {
  const { own, mayAsk } = useOwnTeam(teamId)
  const { data } = useQuery({ ...manyTeams, enabled: mayAsk })
  return own ?? data?.teams.find(({ id }) => id === teamId)?.name ?? t.projects.anotherTeam
}

/** Returns the name of a team of the caller; a super administrator may read the others. */
function useOwnTeam(teamId: string) {
  const { teams, superAdministrator } = useOperation('whoami', {})
  const own = teams.find(({ id }) => id === teamId)?.name
  return { own, mayAsk: superAdministrator && own === undefined }
}
