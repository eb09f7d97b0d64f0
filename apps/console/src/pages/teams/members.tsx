import { useOperation } from '../../api/operation.ts'
import { ChangeButton, ConfirmButton, undoBy } from '../../components/change-button.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { LetterMark } from '../../components/object-mark.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { AddMember } from './add-member.tsx'
import { memberRefusal, type Team } from './refusals.ts'
import { RoleSelect } from './role-select.tsx'

type Member = Team['members'][number]

export const Members = ({ team }: { team: Team }) => (
  <Card title={t.teams.members} actions={team.can.addExisting && <AddMember team={team} />}>
    <ul className="-my-1 grid">
      {team.members.map((member) => (
        <MemberRow key={member.userId} team={team} member={member} />
      ))}
    </ul>
  </Card>
)

function MemberRow({ team, member }: { team: Team; member: Member }) {
  const { id: ownId } = useOperation('whoami', {})
  const { userId, email, role, active } = member
  const refusal = memberRefusal(team, member)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2.5 last:border-b-0">
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <LetterMark name={email} isRound />
        <span className="font-medium wrap-anywhere">{email}</span>
        <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{t.shell.teamRoles[role]}</Badge>
        {userId === ownId && <Badge>{t.teams.you}</Badge>}
        {!active && <Badge tone="problem">{t.teams.inactive}</Badge>}
      </span>
      {team.kind === 'regular' && (
        <span className="flex flex-wrap gap-2">
          <FormDialog
            size="sm"
            label={t.teams.changeRole}
            refusal={refusal}
            title={t.teams.changeRole}
            text={t.teams.changeRoleText(email)}
            operation="team_member_update"
            initial={{ role }}
            toInput={(values) => ({ teamId: team.id, userId, ...values })}
            fields={['role']}
            submitLabel={t.teams.changeRole}
            done={t.teams.roleChanged(email)}
            undo={undoBy('team_member_update', { teamId: team.id, userId, role })}
          >
            {({ values, set, errorAt }) => (
              <RoleSelect
                value={values.role}
                onChange={(next) => set({ role: next })}
                error={errorAt('role')}
              />
            )}
          </FormDialog>
          <Removal team={team} member={member} refusal={refusal} isOwn={userId === ownId} />
        </span>
      )}
    </li>
  )
}

interface RemovalProps {
  readonly team: Team
  readonly member: Member
  readonly refusal: string | null
  readonly isOwn: boolean
}

/** Offers Undo, or a confirmation when the caller could not add the member again. */
function Removal({ team, member: { userId, email, role }, refusal, isOwn }: RemovalProps) {
  const change = {
    operation: 'team_member_remove',
    input: { teamId: team.id, userId },
    refusal,
    done: t.teams.removed(email),
    size: 'sm',
  } as const
  if (isOwn || !team.can.addExisting)
    return (
      <ConfirmButton
        {...change}
        label={t.common.remove}
        title={t.teams.removeTitle(email)}
        confirmLabel={t.common.remove}
        consequence={t.teams.removeText}
      />
    )
  return (
    <ChangeButton
      {...change}
      kind="danger-quiet"
      undo={undoBy('team_member_add', { teamId: team.id, userId, role })}
    >
      {t.common.remove}
    </ChangeButton>
  )
}
