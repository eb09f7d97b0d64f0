import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { ListEmpty } from '../../components/list-empty.tsx'
import { NoMatch } from '../../components/no-match.tsx'
import { Rich } from '../../components/rich.tsx'
import { type Column, textColumn, timeColumn } from '../../components/table/column.tsx'
import { QueryTable } from '../../components/table/query-table.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { Refusals } from './refusals.tsx'

type Log = Answer<'provisioning_request_list'>
type Row = Log['requests'][number]

const columns: readonly Column<Row>[] = [
  timeColumn('at', t.directories.time, ({ at }) => at, { className: '@max-lg:hidden w-36' }),
  {
    id: 'route',
    header: t.directories.request,
    cell: ({ method, route }) => (
      <code className="font-mono text-sm wrap-anywhere">
        {method} {route}
      </code>
    ),
  },
  { id: 'status', header: t.directories.answer, cell: (row) => <Outcome row={row} /> },
  textColumn('milliseconds', t.directories.took, ({ milliseconds }) => `${milliseconds} ms`, {
    className: '@max-2xl:hidden w-24 text-right tabular',
  }),
]

/** Ignored attributes are no failure, but explain missing values. */
const Outcome = ({ row }: { row: Row }) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <span className="tabular-nums">{row.status}</span>
    {row.problem && (
      <Badge tone="problem">
        {t.directories.problems[row.problem]}
        {row.attribute && `: ${row.attribute}`}
      </Badge>
    )}
    {row.ignored.length > 0 && (
      <span className="text-sm text-quiet wrap-anywhere">
        {t.directories.notKept(row.ignored.join(', '))}
      </span>
    )}
  </span>
)

/** The search filters both the refused objects and the last requests. */
export function RequestLog() {
  const from = '/shell/projects/$projectId/directories/$connectionId'
  const { projectId, connectionId } = useParams({ from })
  const search = useSearch({ from })
  const navigate = useNavigate()
  const query = useOperationPage('provisioning_request_list', {
    projectId,
    connectionId,
    ...(search.q ? { q: search.q } : {}),
  })
  const show = (q: string) =>
    void navigate({
      ...paths.directory(projectId, connectionId, { ...(q ? { q } : {}), tab: 'requests' }),
      replace: true,
    })
  return (
    <div className="grid gap-6">
      <SearchBox
        label={t.directories.searchRequests}
        placeholder={t.directories.searchRequestsPlaceholder}
        value={search.q ?? ''}
        onChange={show}
        maxLength={256}
      />
      <Refusals isUnused={query.data?.lastRequestAt === null} />
      <section className="grid gap-3">
        <div className="grid gap-0.5">
          <h2 className="font-semibold">{t.directories.requests}</h2>
          <p className="text-sm text-quiet text-pretty">
            {t.directories.requestsText}{' '}
            {query.data?.lastRequestAt ? (
              <Rich
                text={t.directories.lastHere('{at}')}
                parts={{ at: <RelativeTime at={query.data.lastRequestAt} /> }}
              />
            ) : (
              t.directories.neverHere
            )}
          </p>
        </div>
        <LastProblems problems={query.data?.problems ?? []} />
        <Card flush>
          <QueryTable
            label={t.directories.requests}
            query={query}
            rows={query.data?.requests ?? []}
            columns={columns}
            empty={
              search.q ? (
                <NoMatch
                  title={t.directories.noRequestMatch}
                  text={
                    query.data && (
                      <Rich
                        text={t.directories.noRequestMatchText('{since}')}
                        parts={{ since: <RelativeTime at={query.data.since} /> }}
                      />
                    )
                  }
                  onClear={() => show('')}
                />
              ) : (
                <NoRequest />
              )
            }
          />
        </Card>
      </section>
    </div>
  )
}

const LastProblems = ({ problems }: Pick<Log, 'problems'>) =>
  problems.length > 0 && (
    <ul aria-label={t.directories.lastProblems} className="flex flex-wrap gap-x-4 gap-y-1.5 text-sm">
      {problems.map(({ problem, at }) => (
        <li key={problem} className="flex items-center gap-2">
          <Badge tone="problem">{t.directories.problems[problem]}</Badge>
          <span className="text-quiet">
            <RelativeTime at={at} />
          </span>
        </li>
      ))}
    </ul>
  )

const NoRequest = () => (
  <ListEmpty kind="entries" icon={<Inbox size={20} />} title={t.directories.noRequest}>
    {t.directories.noRequestText}
  </ListEmpty>
)
