import { useOperation } from '../../api/operation.ts'
import { t } from '../../texts/index.ts'

/** The name of a team the caller belongs to. */
export function TeamName({ teamId }: { teamId: string }) {
  const { teams } = useOperation('whoami', {})
  return teams.find(({ id }) => id === teamId)?.name ?? t.projects.anotherTeam
}
