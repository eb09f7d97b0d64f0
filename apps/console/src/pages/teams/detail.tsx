import { useParams } from '@tanstack/react-router'
import { useOperation } from '../../api/operation.ts'
import { ConfirmButton } from '../../components/change-button.tsx'
import { Form, useOperationForm } from '../../components/form.tsx'
import { useLeave } from '../../components/leave.ts'
import { TextLink } from '../../components/link.tsx'
import { SaveButtons } from '../../components/save-buttons.tsx'
import { ObjectPage } from '../../layouts/object-page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { type Team, teamRefusal } from './refusals.ts'

export function TeamPage() {
  const { teamId } = useParams({ from: '/shell/teams/$teamId' })
  const team = useOperation('team_get', { teamId })
  const { name, kind, can } = team
  return (
    <ObjectPage
      title={name}
      id={teamId}
      badges={kind === 'regular' ? undefined : <Badge>{t.shell.teamKinds[kind]}</Badge>}
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
        { id: 'projects', title: t.teams.projects, content: <Owned team={team} /> },
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
      timeline={{ targetId: teamId }}
      calls={[
        { operation: 'team_get', input: { teamId } },
        { operation: 'team_update', input: { teamId, name } },
        { operation: 'team_invite', input: { teamId, email: '', role: 'member' } },
      ]}
    />
  )
}

const Owned = ({ team: { owns } }: { team: Team }) => (
  <Card title={t.teams.owns}>
    {owns.projects.length === 0 ? (
      <p className="text-quiet">{t.teams.ownsNothing}</p>
    ) : (
      <ul className="grid gap-1.5">
        {owns.projects.map(({ id, name }) => (
          <li key={id}>
            <TextLink {...paths.project(id)}>{name}</TextLink>
          </li>
        ))}
      </ul>
    )}
  </Card>
)

function Rename({ team }: { team: Team }) {
  const form = useOperationForm({
    operation: 'team_update',
    initial: { name: team.name },
    toInput: ({ name }) => ({ teamId: team.id, name: name.trim() }),
    check: ({ name }) => ({ name: name.trim() ? undefined : t.problems.fillIn }),
    onDone: () => toast(t.teams.renamed),
  })
  const refusal = teamRefusal(team, 'rename')
  return (
    <Card>
      <Form
        form={form}
        label={t.teams.rename}
        fields={['name']}
        actions={<SaveButtons form={form} refusal={refusal} label={t.common.save} />}
      >
        <TextField
          label={t.teams.rename}
          name="name"
          autoComplete="off"
          isDisabled={refusal !== null}
          value={form.values.name}
          onChange={(name) => form.set({ name })}
          error={form.errorAt('name')}
        />
      </Form>
    </Card>
  )
}

function Removal({ team }: { team: Team }) {
  const leave = useLeave()
  return (
    <Card
      title={t.teams.deleteTitle}
      text={t.teams.deleteText}
      actions={
        <ConfirmButton
          operation="team_delete"
          input={{ teamId: team.id }}
          refusal={teamRefusal(team, 'delete')}
          label={t.common.delete}
          title={t.teams.deleteQuestion(team.name)}
          confirmLabel={t.common.delete}
          consequence={t.teams.deleteConsequence}
          done={t.teams.deleted(team.name)}
          onDone={() => leave(paths.teams())}
        />
      }
    />
  )
}
