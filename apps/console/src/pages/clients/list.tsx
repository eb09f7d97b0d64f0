import { useParams } from '@tanstack/react-router'
import { AppWindow, Plus } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { ButtonLink, RowLink } from '../../components/link.tsx'
import { useList } from '../../components/list/list-pages.tsx'
import { IconMark } from '../../components/object-mark.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { type Column, createdColumn, NameCell, textColumn } from '../../components/table/column.tsx'
import { ListPage } from '../../layouts/list-page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { SelfRegistration } from './registration.tsx'
import { presetIcons, presetOf } from './values/presets.ts'

type Row = Answer<'client_list'>['clients'][number]

const columnsOf = (projectId: string): readonly Column<Row>[] => [
  {
    id: 'clientName',
    header: t.nav.application,
    sort: 'clientName',
    cell: ({ clientId, clientName, problems, registeredDynamically, ...shape }) => (
      <NameCell
        mark={<IconMark icon={presetIcons[presetOf(shape)]} />}
        badges={
          <>
            {problems.length > 0 && <Badge tone="problem">{t.clients.fails}</Badge>}
            {registeredDynamically && <Badge>{t.clients.registeredItself}</Badge>}
          </>
        }
      >
        <RowLink {...paths.application(projectId, clientId)}>{clientName}</RowLink>
      </NameCell>
    ),
  },
  textColumn('kind', t.clients.kind, (client) => t.clients.presets[presetOf(client)].title),
  textColumn(
    'authentication',
    t.clients.authentication,
    ({ tokenEndpointAuthMethod }) => t.clients.methods[tokenEndpointAuthMethod],
    { isExtra: true },
  ),
  {
    id: 'clientId',
    header: t.common.clientId,
    className: '@max-2xl:hidden',
    cell: ({ clientId }) => (
      <span className="relative z-1 inline-flex max-w-full text-quiet">
        <CopyValue value={clientId} what={t.common.clientId} />
      </span>
    ),
  },
  createdColumn(),
]

export function ApplicationsPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/applications/' })
  const project = useOperation('project_get', { projectId })
  const columns = columnsOf(projectId)
  const { query, pager } = useList('client_list', { projectId }, columns)
  const create = project.can.edit && !project.deletion && (
    <ButtonLink {...paths.applicationNew(projectId)} kind="primary" icon={<Plus size={15} aria-hidden />}>
      {t.clients.new}
    </ButtonLink>
  )
  return (
    <ListPage
      list="applications"
      title={t.nav.applications}
      text={t.clients.text}
      actions={create}
      search={{ label: t.clients.search, placeholder: t.clients.searchPlaceholder }}
      query={query}
      rows={query.data?.clients}
      columns={columns}
      pager={pager}
      first={{
        icon: <AppWindow size={20} />,
        title: t.clients.first,
        text: t.clients.firstText,
        action: create,
      }}
    >
      <SelfRegistration projectId={projectId} refusal={refusalFor(project, 'edit')} />
    </ListPage>
  )
}
