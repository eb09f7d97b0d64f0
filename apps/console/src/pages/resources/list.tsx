import type { ProtectedResource } from '@signet/contracts'
import { useParams } from '@tanstack/react-router'
import { Braces, Plus } from 'lucide-react'
import { useOperation, useOperationPage } from '../../api/operation.ts'
import { ButtonLink, RowLink } from '../../components/link.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

const helper = columnHelper<ProtectedResource>()
const columnsOf = (projectId: string) =>
  helper.columns([
    helper.accessor('name', {
      header: t.nav.resource,
      cell: ({ row: { original: resource } }) => (
        <div className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-2">
            <RowLink {...paths.resource(projectId, resource.identifier)}>{resource.name}</RowLink>
            {resource.namespace === 'root' && <Badge>{t.resources.shared}</Badge>}
          </span>
          <span className="font-mono text-sm text-quiet wrap-anywhere">{resource.identifier}</span>
        </div>
      ),
    }),
    helper.accessor((resource) => resource.scopes.join(' '), {
      id: 'scopes',
      header: t.resources.scopes,
      meta: { className: 'max-md:hidden' },
      cell: ({ getValue }) => (
        <span className="font-mono text-sm text-quiet wrap-anywhere">{getValue()}</span>
      ),
    }),
    helper.accessor('tokenFormat', {
      header: t.resources.tokenFormat,
      meta: { className: 'max-sm:hidden w-40' },
      cell: ({ getValue }) => <span className="text-quiet">{t.resources.formats[getValue()]}</span>,
    }),
  ])

export function ResourcesPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/resources/' })
  const project = useOperation('project_get', { projectId })
  const query = useOperationPage('resource_list', { projectId })
  const create = project.can.edit && !project.deletion && (
    <ButtonLink {...paths.resourceNew(projectId)} kind="primary" icon={<Plus size={15} aria-hidden />}>
      {t.resources.new}
    </ButtonLink>
  )
  return (
    <Page title={t.nav.resources} text={t.resources.text} actions={create}>
      <Card flush>
        <QueryTable
          label={t.nav.resources}
          query={query}
          rows={query.data?.resources ?? []}
          columns={columnsOf(projectId)}
          empty={
            <EmptyState icon={<Braces size={20} />} title={t.resources.first} action={create}>
              {t.resources.firstText}
            </EmptyState>
          }
        />
      </Card>
    </Page>
  )
}
