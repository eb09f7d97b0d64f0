import { useNavigate, useSearch } from '@tanstack/react-router'
import { Bug, SearchX, X } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { RowLink } from '../../components/link.tsx'
import { Pager } from '../../components/pager.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import type { FaultSearch } from '../../searches.ts'
import { formatNumber, plural } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DayField } from '../../ui/day-field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { filtersOf } from './filters.ts'
import { Purge } from './purge.tsx'
import { ReferenceForm } from './reference-form.tsx'
import { Summary } from './summary.tsx'

type Fault = Answer<'error_list'>['faults'][number]

const pageSize = 50

const helper = columnHelper<Fault>()
const columns = helper.columns([
  helper.accessor('message', {
    header: t.faults.message,
    cell: ({ row: { original } }) => (
      <span className="grid gap-0.5">
        <RowLink {...paths.fault(original.id)}>{original.message}</RowLink>
        <span className="font-mono text-sm text-quiet wrap-anywhere">
          {original.service} · {original.errorCode}
          {original.route && ` · ${original.route}`}
        </span>
      </span>
    ),
  }),
  helper.accessor('occurrences', {
    header: t.faults.occurrences,
    meta: { className: 'text-right tabular w-32 max-sm:hidden' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  helper.accessor('lastSeenAt', {
    header: t.faults.lastSeen,
    meta: { className: 'w-40' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
])

export function FaultsPage() {
  const search = useSearch({ from: '/shell/faults/' })
  const navigate = useNavigate()
  const { page = 1 } = search
  const filters = filtersOf(search)
  const query = useOperationPage('error_list', {
    ...filters,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  const { faults = [], total = 0, dropped = 0 } = query.data ?? {}
  const show = (next: FaultSearch) => void navigate({ ...paths.faults(next), replace: true })
  const isFiltered = Object.keys(filters).length > 0
  return (
    <Page title={t.faults.title} text={t.faults.text} actions={<Purge filters={filters} />}>
      {dropped > 0 && <Notice tone="caution" title={plural(t.faults.dropped, dropped)} />}
      <ReferenceForm />
      <search className="flex flex-wrap items-center gap-2">
        <DayField
          label={t.faults.from}
          value={search.from}
          onChange={(from) => show({ ...search, from, page: undefined })}
        />
        <DayField
          label={t.faults.to}
          value={search.to}
          onChange={(to) => show({ ...search, to, page: undefined })}
        />
        {isFiltered && (
          <Button kind="quiet" icon={<X size={14} aria-hidden />} onPress={() => show({})}>
            {t.common.clearFilters}
          </Button>
        )}
      </search>
      <Summary search={search} onChoose={show} />
      <Card flush>
        <QueryTable
          label={t.faults.title}
          query={query}
          rows={faults}
          columns={columns}
          footer={
            total > pageSize && (
              <Pager
                page={page}
                pageSize={pageSize}
                total={total}
                onPage={(next) => show({ ...search, page: next > 1 ? next : undefined })}
              />
            )
          }
          empty={
            isFiltered ? (
              <EmptyState
                icon={<SearchX size={20} />}
                title={t.faults.noneMatches}
                action={<Button onPress={() => show({})}>{t.common.clearFilters}</Button>}
              />
            ) : (
              <EmptyState icon={<Bug size={20} />} title={t.faults.none}>
                {t.faults.noneText}
              </EmptyState>
            )
          }
        />
      </Card>
    </Page>
  )
}
