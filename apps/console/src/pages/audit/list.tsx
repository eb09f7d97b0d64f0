import { type AuditEntry, limits } from '@signet/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ScrollText, SearchX } from 'lucide-react'
import { useState } from 'react'
import { operationQuery } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { useProjectNames } from '../../api/project-search.ts'
import { Pager } from '../../components/pager.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import type { AuditSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { dayHeading, daysOf } from './days.ts'
import { Entry } from './entry.tsx'
import { type Names, namesIn } from './entry-texts.ts'
import { Export } from './export.tsx'
import { filtersOf } from './filter-input.ts'
import { AuditFilters } from './filters.tsx'

const pageSize = limits.auditPage.default
const liveMilliseconds = 5_000

export function AuditPage() {
  const search = useSearch({ from: '/shell/audit' })
  const navigate = useNavigate()
  const { page = 1 } = search
  const [isLive, setLive] = useState(false)
  const query = useQuery({
    ...operationQuery('audit_list', { ...filtersOf(search), page, pageSize }),
    placeholderData: keepPreviousData,
    refetchInterval: isLive && page === 1 ? liveMilliseconds : false,
  })
  const show = (next: AuditSearch, replace = false) => void navigate({ ...paths.audit(next), replace })
  const isFiltered = Object.keys(search).some((name) => name !== 'page')
  const { entries = [], total = 0, totalCapped = false } = query.data ?? {}
  const names = namesIn(entries, useProjectNames(entries))
  return (
    <Page title={t.nav.audit} text={t.audit.text} actions={<Export filters={filtersOf(search)} />}>
      <AuditFilters search={search} onChange={(next) => show(next, true)} />
      <Checkbox label={t.audit.live} isSelected={isLive} onChange={setLive} />
      <Card flush>
        {query.error ? (
          <div className="p-4">
            <ProblemNotice problem={problemOf(query.error)} fields={[]} />
          </div>
        ) : query.isPending ? (
          <Waiting />
        ) : entries.length === 0 ? (
          <Nothing isFiltered={isFiltered} onClear={() => show({})} />
        ) : (
          <>
            <Entries entries={entries} names={names} search={search} isOld={query.isPlaceholderData} />
            <Pager
              page={page}
              pageSize={pageSize}
              total={total}
              isCapped={totalCapped}
              onPage={(next) => show({ ...search, page: next > 1 ? next : undefined })}
            />
          </>
        )}
      </Card>
    </Page>
  )
}

interface EntriesProps {
  readonly entries: readonly AuditEntry[]
  readonly names: Names
  readonly search: AuditSearch
  readonly isOld: boolean
}

const Entries = ({ entries, names, search, isOld }: EntriesProps) => (
  <div aria-busy={isOld} className={cx(isOld && 'opacity-60')}>
    {daysOf(entries).map(({ day, entries: ofDay }) => (
      <section key={day} aria-labelledby={`day-${day}`}>
        <h2
          id={`day-${day}`}
          className="border-b border-line bg-sunken px-3 py-1.5 text-sm font-medium text-quiet sm:px-4"
        >
          {dayHeading(day)}
        </h2>
        {ofDay.map((entry) => (
          <Entry key={entry.id} entry={entry} names={names} search={search} />
        ))}
      </section>
    ))}
  </div>
)

const Nothing = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <EmptyState
      icon={<SearchX size={20} />}
      title={t.audit.noMatch}
      action={<Button onPress={onClear}>{t.common.clearFilters}</Button>}
    >
      {t.audit.noMatchText}
    </EmptyState>
  ) : (
    <EmptyState icon={<ScrollText size={20} />} title={t.audit.nothing}>
      {t.audit.nothingText}
    </EmptyState>
  )

const rows = [1, 2, 3, 4, 5, 6, 7, 8]

const Waiting = () => (
  <div role="status" aria-label={t.common.loading}>
    {rows.map((row) => (
      <div key={row} className="flex items-center gap-3 border-b border-line px-4 py-3.5 last:border-b-0">
        <Skeleton className="h-3 w-1/2" />
        <Skeleton className="ml-auto h-3 w-20" />
      </div>
    ))}
  </div>
)
