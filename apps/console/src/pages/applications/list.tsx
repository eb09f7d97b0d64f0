import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { AppWindow, Plus } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { ButtonLink, RowLink } from '../../components/link.tsx'
import { useListPages } from '../../components/list-pages.tsx'
import { NoMatch } from '../../components/no-match.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import type { ListSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Day } from '../../ui/time.tsx'
import { presetOf } from './presets.ts'

type Row = Answer<'client_list'>['clients'][number]

const helper = columnHelper<Row>()
const columnsOf = (projectId: string) =>
  helper.columns([
    helper.accessor('clientName', {
      header: t.nav.application,
      cell: ({ row: { original: client } }) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <RowLink {...paths.application(projectId, client.clientId)}>{client.clientName}</RowLink>
          {client.problems.length > 0 && <Badge tone="problem">{t.applications.fails}</Badge>}
          {client.registeredDynamically && <Badge>{t.applications.registeredItself}</Badge>}
        </span>
      ),
    }),
    helper.accessor((client) => t.applications.presets[presetOf(client)].title, {
      id: 'kind',
      header: t.applications.kind,
      meta: { className: 'max-sm:hidden' },
      cell: ({ getValue }) => <span className="text-quiet">{getValue()}</span>,
    }),
    helper.accessor('clientId', {
      header: t.common.clientId,
      meta: { className: 'max-md:hidden' },
      cell: ({ getValue }) => (
        <span className="relative z-1 inline-flex max-w-full text-quiet">
          <CopyValue value={getValue()} what={t.common.clientId} />
        </span>
      ),
    }),
    helper.accessor('createdAt', {
      header: t.common.created,
      meta: { className: 'max-lg:hidden w-36' },
      cell: ({ getValue }) => (
        <span className="text-quiet">
          <Day at={getValue()} />
        </span>
      ),
    }),
  ])

export function ApplicationsPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/applications/' })
  const project = useOperation('project_get', { projectId })
  const { q } = useSearch({ from: '/shell/projects/$projectId/applications/' })
  const navigate = useNavigate()
  const { query, pager } = useListPages('client_list', { projectId, ...(q ? { q } : {}) })
  const show = (next: ListSearch, replace = false) =>
    void navigate({ ...paths.applications(projectId, next), replace })
  const create = project.can.edit && !project.deletion && (
    <ButtonLink {...paths.applicationNew(projectId)} kind="primary" icon={<Plus size={15} aria-hidden />}>
      {t.applications.new}
    </ButtonLink>
  )
  return (
    <Page title={t.nav.applications} text={t.applications.text} actions={create}>
      <div className="flex max-w-md">
        <SearchBox
          label={t.applications.search}
          placeholder={t.applications.searchPlaceholder}
          value={q ?? ''}
          onChange={(next) => show(next ? { q: next } : {}, true)}
        />
      </div>
      <Card flush>
        <QueryTable
          label={t.nav.applications}
          query={query}
          rows={query.data?.clients ?? []}
          columns={columnsOf(projectId)}
          empty={
            q ? (
              <NoMatch onClear={() => show({})} />
            ) : (
              <EmptyState icon={<AppWindow size={20} />} title={t.applications.first} action={create}>
                {t.applications.firstText}
              </EmptyState>
            )
          }
          footer={pager}
        />
      </Card>
    </Page>
  )
}
