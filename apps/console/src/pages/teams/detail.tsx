import { useParams } from '@tanstack/react-router'
import { useOperation } from '../../api/operation.ts'
import { DeleteCard } from '../../components/deletion.tsx'
import { EditCard } from '../../components/edit-card.tsx'
import { FormText } from '../../components/form-text.tsx'
import { LetterMark } from '../../components/object-mark.tsx'
import { ObjectPage } from '../../layouts/object-page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Invitations } from './invitations.tsx'
import { Invite } from './invite.tsx'
import { Members } from './members.tsx'
import { TeamProjects } from './projects.tsx'
import { type Team, teamRefusal } from './refusals.ts'

export function TeamPage() {
  const { teamId } = useParams({ from: '/shell/teams/$teamId' })
  const team = useOperation('team_get', { teamId })
  const { name, kind, can } = team
  return (
    <ObjectPage
      title={name}
      mark={<LetterMark name={name} size="title" />}
      kind={t.teams.team}
      id={teamId}
      badges={kind === 'regular' ? undefined : <Badge>{t.shell.teamKinds[kind]}</Badge>}
      actions={can.invite && <Invite teamId={teamId} />}
      menu={[
        ...(can.addExisting ? [{ text: t.teams.addTitle, opens: 'team_member_add' } as const] : []),
        ...(kind === 'regular'
          ? [
              {
                danger: true,
                text: t.teams.deleteTitle,
                refusal: teamRefusal(team, 'delete'),
                opens: 'team_delete',
              } as const,
            ]
          : []),
      ]}
      tabs={[
        {
          id: 'members',
          title: t.teams.members,
          content: (
            <>
              <Members team={team} />
              {can.invite && <Invitations team={team} />}
            </>
          ),
        },
        { id: 'projects', title: t.teams.projects, content: <TeamProjects team={team} /> },
        {
          id: 'settings',
          title: t.nav.settings,
          content: (
            <>
              <Rename team={team} />
              {kind === 'regular' && <Removal team={team} />}
            </>
          ),
        },
      ]}
      labels={{
        object: team,
        operation: 'team_update',
        at: { teamId },
        refusal: teamRefusal(team, 'rename'),
      }}
      timeline={{ targetId: teamId }}
    />
  )
}

function Rename({ team }: { team: Team }) {
  const refusal = teamRefusal(team, 'rename')
  return (
    <EditCard
      label={t.teams.rename}
      operation="team_update"
      initial={{ name: team.name }}
      toInput={({ name }) => ({ teamId: team.id, name: name.trim() })}
      check={({ name }) => ({ name: name.trim() ? undefined : t.problems.fillIn })}
      fields={['name']}
      refusal={refusal}
      saveLabel={t.common.save}
      done={t.teams.renamed}
    >
      {(form) => (
        <FormText
          form={form}
          name="name"
          label={t.teams.rename}
          autoComplete="off"
          isDisabled={refusal !== null}
        />
      )}
    </EditCard>
  )
}

const Removal = ({ team }: { team: Team }) => (
  <DeleteCard
    operation="team_delete"
    input={{ teamId: team.id }}
    refusal={teamRefusal(team, 'delete')}
    title={t.teams.deleteTitle}
    text={t.teams.deleteText}
    question={t.teams.deleteQuestion(team.name)}
    confirmLabel={t.common.delete}
    consequence={t.teams.deleteConsequence}
    done={t.teams.deleted(team.name)}
    to={paths.teams()}
  />
)
