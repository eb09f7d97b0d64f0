import { useOperation } from '../../api/operation.ts'
import { LetterMark } from '../../components/object-mark.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { AddMember } from './add-member.tsx'
import { MemberMenu } from './member-menu.tsx'
import type { Team } from './refusals.ts'

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
  return (
    <li className="flex items-center justify-between gap-x-4 border-b border-line py-2.5 last:border-b-0">
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <LetterMark name={email} isRound />
        <span className="font-medium wrap-anywhere">{email}</span>
        <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{t.shell.teamRoles[role]}</Badge>
        {userId === ownId && <Badge>{t.teams.you}</Badge>}
        {!active && <Badge tone="problem">{t.teams.inactive}</Badge>}
      </span>
      {team.kind === 'regular' && <MemberMenu team={team} member={member} isOwn={userId === ownId} />}
    </li>
  )
}
