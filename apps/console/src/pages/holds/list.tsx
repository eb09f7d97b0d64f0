import { useNavigate, useSearch } from '@tanstack/react-router'
import { Hand } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { RowLink } from '../../components/link.tsx'
import { useListPages } from '../../components/list-pages.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { RelativeTime } from '../../ui/time.tsx'

type Hold = Answer<'provisioning_hold_list'>['connections'][number]

const helper = columnHelper<Hold>()
const columns = helper.columns([
  helper.accessor('displayName', {
    header: t.holds.connection,
    cell: ({ row: { original } }) => (
      <span className="grid gap-0.5">
        <RowLink {...paths.directory(original.projectId, original.connectionId)}>
          {original.displayName}
        </RowLink>
        <span className="text-sm text-quiet">{original.projectName}</span>
      </span>
    ),
  }),
  helper.accessor('refused', {
    header: t.holds.refused,
    meta: { className: 'text-right tabular w-44 max-sm:hidden' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  helper.accessor('since', {
    header: t.holds.since,
    meta: { className: 'w-44' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
])

/** Holds of every project the person may see. */
export function HoldsPage() {
  const { q = '' } = useSearch({ from: '/shell/holds' })
  const navigate = useNavigate()
  const { query, pager } = useListPages('provisioning_hold_list', q.trim() ? { q: q.trim() } : {})
  return (
    <Page title={t.holds.title} text={t.holds.text}>
      <div className="flex max-w-md">
        <SearchBox
          label={t.holds.search}
          placeholder={t.holds.search}
          value={q}
          onChange={(next) => void navigate({ ...paths.holds(next ? { q: next } : {}), replace: true })}
        />
      </div>
      <Card flush>
        <QueryTable
          label={t.holds.title}
          query={query}
          rows={query.data?.connections ?? []}
          columns={columns}
          footer={pager}
          empty={
            <EmptyState icon={<Hand size={20} />} title={q ? t.common.nothingMatches : t.holds.none}>
              {!q && t.holds.noneText}
            </EmptyState>
          }
        />
      </Card>
    </Page>
  )
}
