import { useParams } from '@tanstack/react-router'
import { AppWindow, Plus } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperation, useOperationPage } from '../../api/operation.ts'
import { ButtonLink, RowLink } from '../../components/link.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Day } from '../../ui/time.tsx'
import { presetOf, presets } from './presets.ts'

type Row = Answer<'client_list'>['clients'][number]

const helper = columnHelper<Row>()
const columnsOf = (projectId: string) =>
  helper.columns([
    helper.accessor('clientName', {
      header: 'Application',
      cell: ({ row: { original: client } }) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <RowLink {...paths.application(projectId, client.clientId)}>{client.clientName}</RowLink>
          {client.problems.length > 0 && <Badge tone="problem">Fails</Badge>}
          {client.registeredDynamically && <Badge>Registered itself</Badge>}
        </span>
      ),
    }),
    helper.accessor((client) => presets[presetOf(client)].title, {
      id: 'kind',
      header: 'Kind',
      meta: { className: 'max-sm:hidden' },
      cell: ({ getValue }) => <span className="text-quiet">{getValue()}</span>,
    }),
    helper.accessor('clientId', {
      header: 'Client ID',
      meta: { className: 'max-md:hidden' },
      cell: ({ getValue }) => (
        <span className="relative z-1 inline-flex max-w-full text-quiet">
          <CopyValue value={getValue()} what="client ID" />
        </span>
      ),
    }),
    helper.accessor('createdAt', {
      header: 'Created',
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
  const query = useOperationPage('client_list', { projectId })
  const create = project.can.edit && !project.deletion && (
    <ButtonLink {...paths.applicationNew(projectId)} kind="primary" icon={<Plus size={15} aria-hidden />}>
      New application
    </ButtonLink>
  )
  return (
    <Page
      title="Applications"
      text="What people of this project sign in to, and what acts for itself."
      actions={create}
    >
      <Card flush>
        <QueryTable
          label="Applications"
          query={query}
          rows={query.data?.clients ?? []}
          columns={columnsOf(projectId)}
          empty={
            <EmptyState icon={<AppWindow size={20} />} title="Connect your first application" action={create}>
              An application is an OAuth client: a website, an app or a service. You get a client ID, and
              where it can keep one, a secret.
            </EmptyState>
          }
        />
      </Card>
    </Page>
  )
}
