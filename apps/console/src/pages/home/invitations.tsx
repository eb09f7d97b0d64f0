import type { WhoAmI } from '@signet/contracts'
import { useQueries } from '@tanstack/react-query'
import { operationQuery } from '../../api/operation.ts'
import { AttentionGroup } from '../../components/attention-group.tsx'
import { ButtonLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'

/** Number of checked teams, and of invitations of each. */
const looked = { teams: 5, invitations: 20 }
const soonMilliseconds = 86_400_000

/** Invitations of the administrator's teams that failed, or expire within a day. */
export function Invitations({ teams }: Pick<WhoAmI, 'teams'>) {
  const owned = teams
    .filter(({ kind, role }) => kind === 'regular' && role === 'owner')
    .slice(0, looked.teams)
  const found = useQueries({
    queries: owned.map(({ id: teamId }) =>
      operationQuery('team_invitation_list', { teamId, sort: 'expiresAt', count: looked.invitations }),
    ),
  })
  const items = owned.flatMap(({ id: teamId, name }, index) =>
    (found[index]?.data?.invitations ?? []).flatMap(({ id, email, delivery, expiresAt, createdAt }) => {
      const isFailed = delivery?.state === 'failed'
      if (!isFailed && Date.parse(expiresAt) - Date.now() > soonMilliseconds) return []
      return [
        {
          key: id,
          title: (isFailed ? t.home.invitationFailed : t.home.invitationEnds)(email),
          detail: name,
          age: { at: createdAt, text: t.home.ages.sent },
          action: (
            <ButtonLink size="sm" {...paths.team(teamId)}>
              {t.home.toTeam}
            </ButtonLink>
          ),
        },
      ]
    }),
  )
  return <AttentionGroup title={t.home.groups.invitations} more={paths.teams()} items={items} />
}
