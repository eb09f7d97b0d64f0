import { type AuditEntry, limits } from '@signet/contracts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ScrollText, SearchX } from 'lucide-react'
import { useOperationPage } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { useProjectNames } from '../../api/project-search.ts'
import { Pager } from '../../components/pager.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import type { AuditSearch } from '../../searches.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { dayHeading, daysOf, untilEndOf } from './days.ts'
import { Entry } from './entry.tsx'
import { type Names, namesIn } from './entry-texts.ts'
import { AuditFilters } from './filters.tsx'

const pageSize = limits.auditPage.default

export function AuditPage() {
  const search = useSearch({ from: '/shell/audit' })
  const navigate = useNavigate()
  const { page = 1, to, ...filters } = search
  const query = useOperationPage('audit_list', {
    ...filters,
    ...(to ? { to: untilEndOf(to) } : {}),
    page,
    pageSize,
  })
  const show = (next: AuditSearch, replace = false) => void navigate({ ...paths.audit(next), replace })
  const isFiltered = Object.keys(search).some((name) => name !== 'page')
  const { entries = [], total = 0, totalCapped = false } = query.data ?? {}
  const names = namesIn(entries, useProjectNames(entries))
  return (
    <Page
      title="Audit"
      text="Who changed what. An entry is written before the change and can never be altered."
    >
      <AuditFilters search={search} onChange={(next) => show(next, true)} />
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
      title="No entry matches"
      action={<Button onPress={onClear}>Clear the filters</Button>}
    >
      Filters narrow what you may read; entries of other teams are never among them.
    </EmptyState>
  ) : (
    <EmptyState icon={<ScrollText size={20} />} title="Nothing has been changed yet">
      Every change by an administrator, an agent or a directory appears here.
    </EmptyState>
  )

const rows = [1, 2, 3, 4, 5, 6, 7, 8]

const Waiting = () => (
  <div role="status" aria-label="Loading">
    {rows.map((row) => (
      <div key={row} className="flex items-center gap-3 border-b border-line px-4 py-3.5 last:border-b-0">
        <Skeleton className="h-3 w-1/2" />
        <Skeleton className="ml-auto h-3 w-20" />
      </div>
    ))}
  </div>
)
