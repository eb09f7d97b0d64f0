import { type AuditEntry, limits } from '@signet/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { operationQuery } from '../../api/operation.ts'
import { dayTitle } from '../../components/audit/day-title.ts'
import { useNames } from '../../components/audit/use-names.ts'
import { filterStyle } from '../../components/filter-style.ts'
import { useListAddress } from '../../components/list/address.ts'
import { AddressPager } from '../../components/list/address-pager.tsx'
import { ListPage } from '../../layouts/list-page.tsx'
import type { AuditSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'
import { Switch } from '../../ui/choice.tsx'
import { areaFilter } from './areas.ts'
import { columnsOf } from './columns.tsx'
import { Export } from './export.tsx'
import { filtersOf } from './filter-input.ts'
import { LiveState } from './live-state.tsx'
import { Period } from './period.tsx'
import { type AuditRow, rowsOf } from './rows.ts'
import { SearchField } from './search-field.tsx'
import { useChips } from './use-chips.ts'

const pageSize = limits.auditPage.default
const liveMilliseconds = 5_000
const noEntries: readonly AuditEntry[] = []

export const AuditPage = () => <AuditList search={useSearch({ from: '/shell/audit' })} text={t.audit.text} />

interface AuditListProps {
  readonly search: AuditSearch
  readonly text: string
  /** Limits the list to a project, and removes its filter and column. */
  readonly project?: string
}

export function AuditList({ search: parameters, text, project }: AuditListProps) {
  const search = project ? { ...parameters, project } : parameters
  const { change } = useListAddress()
  const { page = 1, actionPrefix, peek } = search
  const isLive = search.live === 'yes'
  const query = useQuery({
    ...operationQuery('audit_list', { ...filtersOf(search), page, pageSize }),
    placeholderData: keepPreviousData,
    refetchInterval: isLive && page === 1 ? liveMilliseconds : false,
  })
  const { entries, total = 0, totalCapped = false } = query.data ?? {}
  const names = useNames(entries ?? noEntries)
  const { chips, remember } = useChips(search, entries ?? noEntries, names)
  const filters = [areaFilter(actionPrefix), ...chips].filter(({ name }) => !project || name !== 'project')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (fold: string): void =>
    setOpen((now) => new Set(now.has(fold) ? [...now].filter((id) => id !== fold) : [...now, fold]))
  const rows: readonly AuditRow[] | undefined = isLive ? entries : entries && rowsOf(entries, open, peek)
  const rowCount = rows?.filter(({ isFolded }) => !isFolded).length
  const describe = rowCount && rowCount !== entries?.length ? t.audit.entryRange : undefined
  return (
    <ListPage
      list="audit"
      title={t.nav.audit}
      text={text}
      actions={<Export filters={filtersOf(search)} />}
      field={
        <SearchField
          hasProject={project === undefined}
          onChoose={(suggestion) => {
            remember(suggestion)
            change({ [suggestion.filter]: suggestion.value })
          }}
          onRemoveLast={() => {
            const last = filters.findLast(({ name }) => search[name as keyof AuditSearch] !== undefined)
            if (last) change({ [last.name]: undefined })
          }}
        />
      }
      filters={filters}
      controls={
        <>
          <Period />
          <div className={filterStyle}>
            <Switch
              label={t.audit.live}
              isSelected={isLive}
              onChange={(next) => change({ live: next ? 'yes' : undefined, peek })}
            />
          </div>
          {isLive && page === 1 && <LiveState query={query} />}
        </>
      }
      query={isLive && entries ? { ...query, error: null } : query}
      rows={rows}
      headingOf={({ at }) => dayTitle(at)}
      columns={columnsOf(names, search, toggle).filter(({ id }) => !project || id !== 'where')}
      pager={<AddressPager pageSize={pageSize} total={total} isCapped={totalCapped} describe={describe} />}
      first={{
        kind: 'entries',
        icon: <ScrollText size={20} />,
        title: t.audit.nothing,
        text: t.audit.nothingText,
      }}
      noMatch={{ title: t.audit.noMatch, text: t.audit.noMatchText }}
    />
  )
}
