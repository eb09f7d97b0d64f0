import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Inbox, SearchX } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { problemTexts } from './texts.ts'

type Log = Answer<'provisioning_request_list'>
type Row = Log['requests'][number]

const helper = columnHelper<Row>()
const columns = helper.columns([
  helper.accessor('at', {
    header: 'Time',
    meta: { className: 'max-sm:hidden w-36' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
  helper.accessor('route', {
    header: 'Request',
    cell: ({ row: { original: row } }) => (
      <div className="grid gap-0.5">
        <code className="font-mono text-sm wrap-anywhere">
          {row.method} {row.route}
        </code>
        <span className="text-sm text-quiet sm:hidden">
          <RelativeTime at={row.at} />
        </span>
      </div>
    ),
  }),
  helper.accessor('status', {
    header: 'Answer',
    cell: ({ row: { original: row } }) => <Outcome row={row} />,
  }),
  helper.accessor('milliseconds', {
    header: 'Took',
    meta: { className: 'max-md:hidden w-24 text-right tabular-nums text-quiet' },
    cell: ({ getValue }) => `${getValue()} ms`,
  }),
])

/** What became of a request; attributes that are not kept are no failure, and still explain what is missing. */
const Outcome = ({ row }: { row: Row }) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <span className="tabular-nums">{row.status}</span>
    {row.problem && (
      <Badge tone="problem">
        {problemTexts[row.problem]}
        {row.attribute && `: ${row.attribute}`}
      </Badge>
    )}
    {row.ignored.length > 0 && (
      <span className="text-sm text-quiet wrap-anywhere">Not kept: {row.ignored.join(', ')}</span>
    )}
  </span>
)

/** The last requests, to be searched by who misses a person. */
export function RequestLog() {
  const from = '/shell/projects/$projectId/directories/$connectionId'
  const { projectId, connectionId } = useParams({ from })
  const search = useSearch({ from })
  const navigate = useNavigate()
  const query = useOperationPage('provisioning_request_list', { projectId, connectionId, ...search })
  const show = (q: string) =>
    void navigate({ ...paths.directory(projectId, connectionId, q ? { q } : {}), replace: true })
  return (
    <section className="grid gap-3">
      <div className="grid gap-0.5">
        <h2 className="font-semibold">Requests</h2>
        <p className="text-sm text-quiet text-pretty">
          The last 100, without what they said about people.{' '}
          {query.data?.lastRequestAt ? (
            <>
              The directory was last here <RelativeTime at={query.data.lastRequestAt} />.
            </>
          ) : (
            'The directory has not been here yet.'
          )}
        </p>
      </div>
      <LastProblems problems={query.data?.problems ?? []} />
      <SearchBox
        label="Search requests"
        placeholder="Exact username, external ID, group name or ID"
        value={search.q ?? ''}
        onChange={show}
        maxLength={256}
      />
      <Card flush>
        <QueryTable
          label="Requests"
          query={query}
          rows={query.data?.requests ?? []}
          columns={columns}
          empty={search.q ? <NoMatch onClear={() => show('')} /> : <NoRequest />}
        />
      </Card>
    </section>
  )
}

const LastProblems = ({ problems }: Pick<Log, 'problems'>) =>
  problems.length > 0 && (
    <ul aria-label="Last problem of each kind" className="flex flex-wrap gap-x-4 gap-y-1.5 text-sm">
      {problems.map(({ problem, at }) => (
        <li key={problem} className="flex items-center gap-2">
          <Badge tone="problem">{problemTexts[problem]}</Badge>
          <span className="text-quiet">
            <RelativeTime at={at} />
          </span>
        </li>
      ))}
    </ul>
  )

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={<SearchX size={20} />}
    title="No request was about this"
    action={<Button onPress={onClear}>Clear the search</Button>}
  >
    The directory has not asked for it lately: look there whether the person is assigned to this application.
  </EmptyState>
)

const NoRequest = () => (
  <EmptyState icon={<Inbox size={20} />} title="No request yet">
    Give the directory the SCIM address and a credential, and let it test the connection.
  </EmptyState>
)
