import { useOperationPage } from '../../api/operation.ts'
import { AttentionGroup } from '../../components/attention-group.tsx'
import { ButtonLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'

/** Invitations of the administrator's teams that failed, or expire within a day. */
export function Invitations() {
  const { invitations = [], total = 0 } = useOperationPage('team_invitation_attention_list', {}).data ?? {}
  return (
    <AttentionGroup
      title={t.home.groups.invitations}
      total={total}
      more={paths.teams()}
      items={invitations.map(({ id, email, teamId, teamName, failed, createdAt, expiresAt }) => ({
        key: id,
        title: (failed ? t.home.invitationFailed : t.home.invitationEnds)(email),
        detail: teamName,
        age: failed
          ? { at: createdAt, text: t.home.ages.sent }
          : { at: expiresAt, text: t.home.ages.expires },
        action: (
          <ButtonLink size="sm" {...paths.team(teamId)}>
            {t.home.toTeam}
          </ButtonLink>
        ),
      }))}
    />
  )
}
