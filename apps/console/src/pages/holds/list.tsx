import { Hand } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { RowLink } from '../../components/link.tsx'
import { useList } from '../../components/list/list-pages.tsx'
import { type Column, NameCell, numberColumn, timeColumn } from '../../components/table/column.tsx'
import { ListPage } from '../../layouts/list-page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'

type Hold = Answer<'provisioning_hold_list'>['connections'][number]

const columns: readonly Column<Hold>[] = [
  {
    id: 'displayName',
    header: t.holds.connection,
    cell: ({ projectId, connectionId, displayName, projectName }) => (
      <NameCell note={projectName}>
        <RowLink {...paths.directory(projectId, connectionId)}>{displayName}</RowLink>
      </NameCell>
    ),
  },
  numberColumn('refused', t.holds.refused, ({ refused }) => refused, { className: 'w-44 @max-lg:hidden' }),
  timeColumn('since', t.holds.since, ({ since }) => since, { className: 'w-44', sort: 'since' }),
]

export function HoldsPage() {
  const { query, pager } = useList('provisioning_hold_list', {}, columns)
  return (
    <ListPage
      list="holds"
      title={t.holds.title}
      text={t.holds.text}
      search={{ label: t.holds.search }}
      query={query}
      rows={query.data?.connections}
      columns={columns}
      pager={pager}
      order="since"
      first={{ kind: 'entries', icon: <Hand size={20} />, title: t.holds.none, text: t.holds.noneText }}
    />
  )
}
