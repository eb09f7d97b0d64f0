import type { Group } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { operationQuery, useOperation } from '../../api/operation.ts'
import { DeleteCard } from '../../components/deletion.tsx'
import { EditCard } from '../../components/edit-card.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { LetterMark } from '../../components/object-mark.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { ObjectPage } from '../../layouts/object-page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { Members } from './members.tsx'
import { GroupNameField } from './name-field.tsx'

interface SectionProps {
  readonly projectId: string
  readonly group: Group
  readonly refusal: string | null
}

export function GroupPage() {
  const { projectId, groupId } = useParams({ from: '/shell/projects/$projectId/groups/$groupId' })
  const project = useOperation('project_get', { projectId })
  const group = useOperation('project_group_get', { projectId, groupId })
  const managed = group.connection ? t.groups.managedRefusal : null
  const section = { projectId, group, refusal: refusalFor(project, 'edit') ?? managed }
  const one = { projectId, groupId }
  return (
    <ObjectPage
      title={group.displayName}
      mark={<LetterMark name={group.displayName} size="title" />}
      kind={t.nav.group}
      id={group.id}
      badges={group.connection && <Badge tone="accent">{group.connection.displayName}</Badge>}
      actions={<Rename {...section} />}
      menu={[
        { text: t.groups.assign, refusal: section.refusal, opens: 'project_group_assign_connection' },
        {
          danger: true,
          text: t.groups.deleteLabel,
          refusal: section.refusal,
          opens: 'project_group_delete',
        },
      ]}
      tabs={[
        {
          id: 'members',
          title: t.groups.members,
          content: (
            <Members
              projectId={projectId}
              group={group}
              refusal={refusalFor(project, 'manageUsers') ?? managed}
            />
          ),
        },
        {
          id: 'settings',
          title: t.nav.settings,
          content: (
            <>
              <Name {...section} />
              <Card title={t.groups.assign} text={t.groups.assignText} actions={<Assign {...section} />} />
              <Removal {...section} />
            </>
          ),
        },
      ]}
      labels={{ object: group, operation: 'project_group_update', at: one, refusal: section.refusal }}
      timeline={{ targetId: group.id }}
    />
  )
}

/** The change of the name, in a dialog of the head and in the settings. */
const renamingOf = ({ projectId, group, refusal }: SectionProps) =>
  ({
    operation: 'project_group_update',
    initial: { displayName: group.displayName },
    toInput: ({ displayName }: { displayName: string }) => ({
      projectId,
      groupId: group.id,
      displayName: displayName.trim(),
    }),
    fields: ['displayName'],
    refusal,
    done: t.groups.renamed,
  }) as const

const Rename = (props: SectionProps) => (
  <FormDialog
    {...renamingOf(props)}
    label={t.groups.rename}
    title={t.groups.rename}
    text={t.groups.renameText}
    submitLabel={t.groups.rename}
  >
    {(form) => <GroupNameField form={form} autoFocus />}
  </FormDialog>
)

const Name = (props: SectionProps) => (
  <EditCard
    {...renamingOf(props)}
    label={t.groups.rename}
    check={({ displayName }) => ({ displayName: displayName.trim() ? undefined : t.problems.fillIn })}
    saveLabel={t.common.save}
  >
    {(form) => <GroupNameField form={form} isDisabled={props.refusal !== null} />}
  </EditCard>
)

function Assign({ projectId, group, refusal }: SectionProps) {
  const { data } = useQuery(operationQuery('provisioning_connection_list', { projectId }))
  const connections = data?.connections ?? []
  return (
    <FormDialog
      label={t.users.assignDo}
      refusal={refusal ?? (connections.length === 0 ? t.users.noConnection : null)}
      title={t.groups.assign}
      text={t.groups.assignText}
      operation="project_group_assign_connection"
      initial={{ connectionId: connections[0]?.id ?? '' }}
      toInput={({ connectionId }) => ({ projectId, groupId: group.id, connectionId })}
      fields={['connectionId']}
      submitLabel={t.groups.assign}
      danger
      done={t.groups.assigned}
    >
      {({ values, set, errorAt }) => (
        <Select
          label={t.users.connection}
          options={connections.map(({ id, displayName }) => ({ value: id as string, label: displayName }))}
          value={values.connectionId}
          onChange={(connectionId) => set({ connectionId })}
          error={errorAt('connectionId')}
        />
      )}
    </FormDialog>
  )
}

const Removal = ({ projectId, group, refusal }: SectionProps) => (
  <DeleteCard
    operation="project_group_delete"
    input={{ projectId, groupId: group.id }}
    refusal={refusal}
    title={t.groups.deleteCard}
    text={t.groups.deleteText}
    question={t.groups.deleteTitle(group.displayName)}
    confirmLabel={t.groups.deleteLabel}
    done={t.groups.deleted(group.displayName)}
    to={paths.groups(projectId)}
  />
)
