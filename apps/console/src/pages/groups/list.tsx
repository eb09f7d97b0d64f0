import type { Group } from '@signet/contracts'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { useOperation } from '../../api/operation.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { useLeave } from '../../components/leave.ts'
import { RowLink } from '../../components/link.tsx'
import { useListPages } from '../../components/list-pages.tsx'
import { NoMatch } from '../../components/no-match.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import type { ListSearch } from '../../searches.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Day } from '../../ui/time.tsx'
import { GroupNameField } from './name-field.tsx'

const helper = columnHelper<Group>()
const columnsOf = (projectId: string) =>
  helper.columns([
    helper.accessor('displayName', {
      header: t.nav.group,
      cell: ({ row: { original: group } }) => (
        <RowLink {...paths.group(projectId, group.id)}>{group.displayName}</RowLink>
      ),
    }),
    helper.accessor('members', {
      header: t.groups.members,
      meta: { className: 'w-28 text-right tabular' },
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    helper.accessor('connection', {
      header: t.groups.managedBy,
      meta: { className: 'max-sm:hidden' },
      cell: ({ getValue }) => (
        <span className="text-quiet">{getValue()?.displayName ?? t.groups.administrators}</span>
      ),
    }),
    helper.accessor('createdAt', {
      header: t.common.created,
      meta: { className: 'max-md:hidden w-36' },
      cell: ({ getValue }) => (
        <span className="text-quiet">
          <Day at={getValue()} />
        </span>
      ),
    }),
  ])

export function GroupsPage() {
  const from = '/shell/projects/$projectId/groups/'
  const { projectId } = useParams({ from })
  const { q } = useSearch({ from })
  const navigate = useNavigate()
  const { query, pager } = useListPages('project_group_list', { projectId, ...(q ? { q } : {}) })
  const show = (next: ListSearch, replace = false) =>
    void navigate({ ...paths.groups(projectId, next), replace })
  return (
    <Page title={t.nav.groups} text={t.groups.text} actions={<NewGroup projectId={projectId} />}>
      <div className="flex max-w-md">
        <SearchBox
          label={t.groups.search}
          placeholder={t.groups.searchPlaceholder}
          value={q ?? ''}
          onChange={(next) => show(next ? { q: next } : {}, true)}
        />
      </div>
      <Card flush>
        <QueryTable
          label={t.nav.groups}
          query={query}
          rows={query.data?.groups ?? []}
          columns={columnsOf(projectId)}
          empty={
            q ? (
              <NoMatch onClear={() => show({})} />
            ) : (
              <EmptyState icon={<UsersRound size={20} />} title={t.groups.first}>
                {t.groups.firstText}
              </EmptyState>
            )
          }
          footer={pager}
        />
      </Card>
    </Page>
  )
}

function NewGroup({ projectId }: { projectId: string }) {
  const project = useOperation('project_get', { projectId })
  const leave = useLeave()
  return (
    <FormDialog
      label={t.groups.new}
      kind="primary"
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
