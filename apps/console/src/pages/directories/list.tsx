import { useParams } from '@tanstack/react-router'
import { FolderSync, Plus } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { ButtonLink, RowLink } from '../../components/link.tsx'
import { useList } from '../../components/list/list-pages.tsx'
import { BrandMark } from '../../components/object-mark.tsx'
import { refusalFor } from '../../components/refusal.ts'
import {
  type Column,
  createdColumn,
  NameCell,
  numberColumn,
  timeColumn,
} from '../../components/table/column.tsx'
import { ListPage } from '../../layouts/list-page.tsx'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { ConnectionBadges } from './badges.tsx'

type Row = Answer<'provisioning_connection_list'>['connections'][number]

const columnsOf = (projectId: string): readonly Column<Row>[] => [
  {
    id: 'displayName',
    header: t.nav.directory,
    isShort: true,
    sort: 'displayName',
    cell: ({ id, displayName, directory }) => (
      <NameCell
        mark={<BrandMark brand={directory} name={displayName} />}
        note={t.directories.names[directory]}
      >
        <RowLink {...paths.directory(projectId, id)}>{displayName}</RowLink>
      </NameCell>
    ),
  },
  {
    id: 'state',
    header: t.common.state,
    cell: (connection) => (
      <span className="flex flex-wrap gap-x-3 gap-y-1.5">
        <ConnectionBadges connection={connection} />
        {connection.notArrived > 0 && (
          <Badge tone="caution">
            {t.directories.notArrived}: {formatNumber(connection.notArrived)}
          </Badge>
        )}
      </span>
    ),
  },
  timeColumn('lastRequestAt', t.directories.lastRequest, ({ lastRequestAt }) => lastRequestAt, {
    className: '@max-3xl:hidden w-40',
  }),
  numberColumn('managedUsers', t.directories.users, ({ managedUsers }) => managedUsers),
  numberColumn('managedGroups', t.directories.groups, ({ managedGroups }) => managedGroups),
  { ...createdColumn('w-36'), isExtra: true },
]

export function DirectoriesPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/directories/' })
  const project = useOperation('project_get', { projectId })
  const columns = columnsOf(projectId)
  const { query, pager } = useList('provisioning_connection_list', { projectId }, columns)
  const connect = refusalFor(project, 'edit') === null && (
    <ButtonLink {...paths.directoryNew(projectId)} kind="primary" icon={<Plus size={15} aria-hidden />}>
      {t.directories.new}
    </ButtonLink>
  )
  return (
    <ListPage
      list="directories"
      title={t.nav.directories}
      text={t.directories.text(project.name)}
      actions={connect}
      search={{ label: t.directories.search, placeholder: t.directories.searchPlaceholder }}
      query={query}
      rows={query.data?.connections}
      columns={columns}
      pager={pager}
      first={{
        icon: <FolderSync size={20} />,
        title: t.directories.first,
        text: t.directories.firstText,
        action: connect,
      }}
    />
  )
}
