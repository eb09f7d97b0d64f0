import type { Answer } from '../../api/client.ts'
import { ConfirmButton } from '../../components/change-button.tsx'
import { useListPages } from '../../components/list/list-pages.tsx'
import { type Column, NameCell, textColumn } from '../../components/table/column.tsx'
import { QueryTable } from '../../components/table/query-table.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Day } from '../../ui/time.tsx'
import type { Team } from './refusals.ts'

type Invitation = Answer<'team_invitation_list'>['invitations'][number]

const columnsOf = (teamId: string): readonly Column<Invitation>[] => [
  {
    id: 'email',
    header: t.teams.email,
    cell: (invitation) => (
      <NameCell
        badges={
          <>
            <Badge>{t.shell.teamRoles[invitation.role]}</Badge>
            <Delivery invitation={invitation} />
          </>
        }
      >
        <span className="wrap-anywhere">{invitation.email}</span>
      </NameCell>
    ),
  },
  textColumn('invitedBy', t.teams.invitedBy, ({ invitedBy }) => invitedBy ?? t.common.unknown, {
    className: '@max-3xl:hidden',
  }),
  textColumn('expiresAt', t.teams.expires, ({ expiresAt }) => <Day at={expiresAt} />, {
    className: '@max-lg:hidden w-36',
  }),
  {
    id: 'revoke',
    header: '',
    className: 'w-24 text-right',
    cell: ({ id, email }) => (
      <ConfirmButton
        size="sm"
        operation="team_invitation_revoke"
        input={{ teamId, inviteId: id }}
        refusal={null}
        label={t.teams.revoke}
        title={t.teams.revokeTitle(email)}
        confirmLabel={t.teams.revoke}
        consequence={t.teams.revokeText}
        done={t.teams.revoked}
      />
    ),
  },
]

const Delivery = ({ invitation: { delivery } }: { invitation: Invitation }) =>
  delivery ? (
    <Badge tone={delivery.state === 'failed' ? 'problem' : 'neutral'}>
      {t.teams.delivery[delivery.state]}
    </Badge>
  ) : null

export function Invitations({ team }: { team: Team }) {
  const { query, pager } = useListPages('team_invitation_list', { teamId: team.id })
  return (
    <section className="grid grid-cols-1 gap-2" aria-labelledby="invitations">
      <div className="grid gap-0.5">
        <h2 id="invitations" className="font-semibold">
          {t.teams.invitations}
        </h2>
        <p className="text-sm text-quiet text-pretty">{t.teams.invitationsText}</p>
      </div>
      <Card flush>
        <QueryTable
          label={t.teams.invitations}
          query={query}
          rows={query.data?.invitations ?? []}
          columns={columnsOf(team.id)}
          footer={pager}
          empty={<p className="p-4 text-quiet">{t.teams.noInvitations}</p>}
        />
      </Card>
    </section>
  )
}
