import type { Group } from '@signet/contracts'
import { useParams } from '@tanstack/react-router'
import { Plus, UsersRound } from 'lucide-react'
import { useOperation } from '../../api/operation.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { useLeave } from '../../components/leave.ts'
import { RowLink } from '../../components/link.tsx'
import { useList } from '../../components/list/list-pages.tsx'
import { LetterMark } from '../../components/object-mark.tsx'
import { refusalFor } from '../../components/refusal.ts'
import {
  type Column,
  createdColumn,
  NameCell,
  numberColumn,
  textColumn,
} from '../../components/table/column.tsx'
import { ListPage } from '../../layouts/list-page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { GroupNameField } from './name-field.tsx'

const columnsOf = (projectId: string): readonly Column<Group>[] => [
  {
    id: 'displayName',
    header: t.nav.group,
    isShort: true,
    sort: 'displayName',
    cell: ({ id, displayName }) => (
      <NameCell mark={<LetterMark name={displayName} />}>
        <RowLink {...paths.group(projectId, id)}>{displayName}</RowLink>
      </NameCell>
    ),
  },
  numberColumn('members', t.groups.members, ({ members }) => members, { className: 'w-28' }),
  textColumn(
    'managedBy',
    t.groups.managedBy,
    ({ connection }) => connection?.displayName ?? t.groups.administrators,
    { className: '@max-lg:hidden' },
  ),
  createdColumn('@max-2xl:hidden w-36'),
]

export function GroupsPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/groups/' })
  const columns = columnsOf(projectId)
  const { query, pager } = useList('project_group_list', { projectId }, columns)
  return (
    <ListPage
      list="groups"
      title={t.nav.groups}
      text={t.groups.text}
      actions={<NewGroup projectId={projectId} />}
      search={{ label: t.groups.search, placeholder: t.groups.searchPlaceholder }}
      query={query}
      rows={query.data?.groups}
      columns={columns}
      pager={pager}
      order="displayName"
      first={{ icon: <UsersRound size={20} />, title: t.groups.first, text: t.groups.firstText }}
    />
  )
}

function NewGroup({ projectId }: { projectId: string }) {
  const project = useOperation('project_get', { projectId })
  const leave = useLeave()
  return (
    <FormDialog
      label={t.groups.new}
      kind="primary"
      icon={<Plus size={15} aria-hidden />}
      refusal={refusalFor(project, 'edit')}
      title={t.groups.new}
      operation="project_group_create"
      initial={{ displayName: '' }}
      toInput={({ displayName }) => ({ projectId, displayName: displayName.trim() })}
      fields={['displayName']}
      submitLabel={t.groups.create}
      done={({ displayName }) => t.groups.created(displayName)}
      onDone={({ id }) => leave(paths.group(projectId, id))}
    >
      {(form) => <GroupNameField form={form} />}
    </FormDialog>
  )
}
