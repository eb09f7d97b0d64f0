import { useSearch } from '@tanstack/react-router'
import { Bug } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { RowLink } from '../../components/link.tsx'
import { useListAddress } from '../../components/list/address.ts'
import { AddressPager } from '../../components/list/address-pager.tsx'
import {
  type Column,
  NameCell,
  numberColumn,
  textColumn,
  timeColumn,
} from '../../components/table/column.tsx'
import { ListPage } from '../../layouts/list-page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { DayField } from '../../ui/day-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { filtersOf } from './filters.ts'
import { Purge } from './purge.tsx'
import { ReferenceForm } from './reference-form.tsx'
import { Summary } from './summary.tsx'

type Fault = Answer<'error_list'>['faults'][number]

const pageSize = 50

const columns: readonly Column<Fault>[] = [
  {
    id: 'message',
    isSentence: true,
    header: t.faults.message,
    cell: ({ id, message, service, errorCode, route }) => (
      <NameCell
        note={
          <span className="font-mono">
            {service} · {errorCode}
            {route && ` · ${route}`}
          </span>
        }
      >
        <RowLink {...paths.fault(id)}>{message}</RowLink>
      </NameCell>
    ),
  },
  textColumn('service', t.faults.service, ({ service }) => service, { isExtra: true }),
  numberColumn('occurrences', t.faults.occurrences, ({ occurrences }) => occurrences, {
    className: 'w-32 @max-lg:hidden',
  }),
  timeColumn('lastSeenAt', t.faults.lastSeen, ({ lastSeenAt }) => lastSeenAt),
]

export function FaultsPage() {
  const search = useSearch({ from: '/shell/faults/' })
  const { page = 1 } = search
  const filters = filtersOf(search)
  const query = useOperationPage('error_list', {
    ...filters,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  const { total = 0, dropped = 0 } = query.data ?? {}
  const hasFaults = total > 0 || Object.keys(filters).length > 0
  return (
    <ListPage
      list="faults"
      title={t.faults.title}
      text={t.faults.text}
      actions={total > 0 && <Purge filters={filters} />}
      notices={
        <>
          {dropped > 0 && <Notice tone="caution" title={t.faults.dropped(dropped)} />}
          {hasFaults && <ReferenceForm />}
          <Summary search={search} />
        </>
      }
      filters={[
        ...(search.errorCode ? [{ name: 'errorCode', label: t.faults.code, options: [] }] : []),
        ...(search.route ? [{ name: 'route', label: t.faults.route, options: [] }] : []),
      ]}
      controls={<Period />}
      query={query}
      rows={query.data?.faults}
      columns={columns}
      pager={<AddressPager pageSize={pageSize} total={total} />}
      first={{ kind: 'entries', icon: <Bug size={20} />, title: t.faults.none, text: t.faults.noneText }}
      noMatch={{ title: t.faults.noneMatches }}
    />
  )
}

function Period() {
  const { search, change } = useListAddress()
  return (
    <>
      <DayField label={t.faults.from} value={search.from} onChange={(from) => change({ from })} />
      <DayField label={t.faults.to} value={search.to} onChange={(to) => change({ to })} />
    </>
  )
}
