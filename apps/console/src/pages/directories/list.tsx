import { useParams } from '@tanstack/react-router'
import { FolderSync } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperation, useOperationPage } from '../../api/operation.ts'
import { ButtonLink, RowLink } from '../../components/link.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { plural } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ConnectionBadges } from './badges.tsx'

type Row = Answer<'provisioning_connection_list'>['connections'][number]

const helper = columnHelper<Row>()
const columnsOf = (projectId: string) =>
  helper.columns([
    helper.accessor('displayName', {
      header: t.nav.directory,
      cell: ({ row: { original: connection } }) => (
        <div className="grid gap-0.5">
          <RowLink {...paths.directory(projectId, connection.id)}>{connection.displayName}</RowLink>
          <span className="text-sm text-quiet">{t.directories.names[connection.directory]}</span>
        </div>
      ),
    }),
    helper.display({
      id: 'state',
      header: t.common.state,
      cell: ({ row }) => (
        <span className="flex flex-wrap gap-1.5">
          <ConnectionBadges connection={row.original} />
          {row.original.warnings.length > 0 && (
            <Badge tone="caution">{plural(t.directories.warningCount, row.original.warnings.length)}</Badge>
          )}
        </span>
      ),
    }),
    helper.accessor('managedUsers', {
      header: t.directories.users,
      meta: { className: 'max-sm:hidden w-24 text-right tabular-nums' },
    }),
    helper.accessor('managedGroups', {
      header: t.directories.groups,
      meta: { className: 'max-sm:hidden w-24 text-right tabular-nums' },
    }),
  ])

export function DirectoriesPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/directories/' })
  const project = useOperation('project_get', { projectId })
  const query = useOperationPage('provisioning_connection_list', { projectId })
  const connect = refusalFor(project, 'edit') === null && (
    <ButtonLink {...paths.directoryNew(projectId)} kind="primary">
      {t.directories.new}
    </ButtonLink>
  )
  return (
    <Page title={t.nav.directories} text={t.directories.text(project.name)} actions={connect}>
      <Card flush>
        <QueryTable
          label={t.nav.directories}
          query={query}
          rows={query.data?.connections ?? []}
          columns={columnsOf(projectId)}
          empty={
            <EmptyState icon={<FolderSync size={20} />} title={t.directories.first} action={connect}>
              {t.directories.firstText}
            </EmptyState>
          }
        />
      </Card>
    </Page>
  )
}
