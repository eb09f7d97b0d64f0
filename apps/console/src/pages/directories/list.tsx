import { useParams } from '@tanstack/react-router'
import { FolderSync } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperation, useOperationPage } from '../../api/operation.ts'
import { RowLink } from '../../components/link.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ConnectionBadges } from './badges.tsx'
import { directoryNames } from './texts.ts'

type Row = Answer<'provisioning_connection_list'>['connections'][number]

const helper = columnHelper<Row>()
const columnsOf = (projectId: string) =>
  helper.columns([
    helper.accessor('displayName', {
      header: 'Directory',
      cell: ({ row: { original: connection } }) => (
        <div className="grid gap-0.5">
          <RowLink {...paths.directory(projectId, connection.id)}>{connection.displayName}</RowLink>
          <span className="text-sm text-quiet">{directoryNames[connection.directory]}</span>
        </div>
      ),
    }),
    helper.display({
      id: 'state',
      header: 'State',
      cell: ({ row }) => (
        <span className="flex flex-wrap gap-1.5">
          <ConnectionBadges connection={row.original} />
          {row.original.warnings.length > 0 && (
            <Badge tone="caution">
              {row.original.warnings.length === 1 ? '1 warning' : `${row.original.warnings.length} warnings`}
            </Badge>
          )}
        </span>
      ),
    }),
    helper.accessor('managedUsers', {
      header: 'Users',
      meta: { className: 'max-sm:hidden w-24 text-right tabular-nums' },
    }),
    helper.accessor('managedGroups', {
      header: 'Groups',
      meta: { className: 'max-sm:hidden w-24 text-right tabular-nums' },
    }),
  ])

export function DirectoriesPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/directories/' })
  const project = useOperation('project_get', { projectId })
  const query = useOperationPage('provisioning_connection_list', { projectId })
  return (
    <Page title="Directories" text={`Directories that provision users and groups of ${project.name}.`}>
      <Card flush>
        <QueryTable
          label="Directories"
          query={query}
          rows={query.data?.connections ?? []}
          columns={columnsOf(projectId)}
          empty={
            <EmptyState icon={<FolderSync size={20} />} title="No directory is connected">
              A directory such as Microsoft Entra ID or Okta creates, changes and removes users through SCIM.
            </EmptyState>
          }
        />
      </Card>
    </Page>
  )
}
