import type { ProtectedResource } from '@signet/contracts'
import { useParams } from '@tanstack/react-router'
import { Braces, Plus } from 'lucide-react'
import { useOperation } from '../../api/operation.ts'
import { ButtonLink, RowLink } from '../../components/link.tsx'
import { useList } from '../../components/list/list-pages.tsx'
import { IconMark } from '../../components/object-mark.tsx'
import { type Column, createdColumn, NameCell, textColumn } from '../../components/table/column.tsx'
import { ListPage } from '../../layouts/list-page.tsx'
import { paths } from '../../paths.ts'
import { formatDuration } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'

const columnsOf = (projectId: string): readonly Column<ProtectedResource>[] => [
  {
    id: 'name',
    header: t.nav.resource,
    sort: 'name',
    cell: ({ identifier, name, namespace }) => (
      <NameCell
        mark={<IconMark icon={Braces} />}
        badges={namespace === 'root' && <Badge>{t.resources.shared}</Badge>}
        note={<span className="font-mono">{identifier}</span>}
      >
        <RowLink {...paths.resource(projectId, identifier)}>{name}</RowLink>
      </NameCell>
    ),
  },
  textColumn(
    'scopes',
    t.resources.scopes,
    ({ scopes }) => <span className="font-mono text-sm">{scopes.join(' ')}</span>,
    { className: '@max-2xl:hidden' },
  ),
  textColumn('tokenFormat', t.resources.tokenFormat, ({ tokenFormat }) => t.resources.formats[tokenFormat], {
    className: '@max-lg:hidden w-40',
  }),
  textColumn(
    'accessTokenTTL',
    t.resources.tokenLifetime,
    ({ accessTokenTTL }) => formatDuration(accessTokenTTL),
    { isExtra: true },
  ),
  { ...createdColumn('w-36'), isExtra: true },
]

export function ResourcesPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/resources/' })
  const project = useOperation('project_get', { projectId })
  const columns = columnsOf(projectId)
  const { query, pager } = useList('resource_list', { projectId }, columns)
  const create = project.can.edit && !project.deletion && (
    <ButtonLink {...paths.resourceNew(projectId)} kind="primary" icon={<Plus size={15} aria-hidden />}>
      {t.resources.new}
    </ButtonLink>
  )
  return (
    <ListPage
      list="resources"
      title={t.nav.resources}
      text={t.resources.text}
      actions={create}
      search={{ label: t.resources.search }}
      query={query}
      rows={query.data?.resources}
      columns={columns}
      pager={pager}
      order="identifier"
      first={{
        icon: <Braces size={20} />,
        title: t.resources.first,
        text: t.resources.firstText,
        action: create,
      }}
    />
  )
}
