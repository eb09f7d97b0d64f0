import type { MemberRole } from '@signet/contracts'
import type { Locale } from '@signet/i18n'
import type { Answer } from '../../api/client.ts'
import { ConfirmButton } from '../../components/change-button.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { FormText } from '../../components/form-text.tsx'
import { LanguageSelect } from '../../components/language-select.tsx'
import { useListPages } from '../../components/list/list-pages.tsx'
import { type Column, NameCell, textColumn } from '../../components/table/column.tsx'
import { QueryTable } from '../../components/table/query-table.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Day } from '../../ui/time.tsx'
import type { Team } from './refusals.ts'
import { RoleSelect } from './role-select.tsx'

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
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-0.5">
          <h2 id="invitations" className="font-semibold">
            {t.teams.invitations}
          </h2>
          <p className="text-sm text-quiet text-pretty">{t.teams.invitationsText}</p>
        </div>
        <Invite teamId={team.id} />
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

const Invite = ({ teamId }: { teamId: string }) => (
  <FormDialog
    label={t.teams.invite}
    kind="primary"
    refusal={null}
    title={t.teams.invite}
    operation="team_invite"
    initial={{ email: '', role: 'member' as MemberRole, language: '' as Locale | '' }}
    toInput={({ email, role, language }) => ({
      teamId,
      email: email.trim(),
      role,
      ...(language ? { language } : {}),
    })}
    check={({ email }) => ({ email: email.trim() ? undefined : t.problems.fillIn })}
    fields={['email', 'role', 'language']}
    submitLabel={t.teams.invite}
    done={({ email }) => t.teams.invited(email)}
  >
    {(form) => (
      <>
        <FormText form={form} name="email" label={t.teams.email} type="email" autoFocus autoComplete="off" />
        <RoleSelect
          value={form.values.role}
          onChange={(role) => form.set({ role })}
          error={form.errorAt('role')}
        />
        <LanguageSelect
          value={form.values.language}
          onChange={(language) => form.set({ language })}
          error={form.errorAt('language')}
        />
      </>
    )}
  </FormDialog>
)
