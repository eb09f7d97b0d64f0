import type { ClientError } from '@signet/contracts'
import { CircleCheck } from 'lucide-react'
import { useOperationPage } from '../../api/operation.ts'
import { ListEmpty } from '../../components/list-empty.tsx'
import { type Column, NameCell, textColumn, timeColumn } from '../../components/table/column.tsx'
import { QueryTable } from '../../components/table/query-table.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { type Difference, differenceOf, nearestAddress } from './address-difference.ts'

function Comparison({ rejected, registered }: { rejected: string; registered: readonly string[] }) {
  const nearest = nearestAddress(rejected, registered)
  if (nearest === undefined)
    return (
      <>
        <Address parts={{ start: rejected, differing: '', end: '' }} />
        <span className="block text-sm font-normal text-quiet">{t.clients.errors.noAddress}</span>
      </>
    )
  return (
    <>
      <Address parts={differenceOf(nearest, rejected)} />
      <span className="block text-sm font-normal text-quiet">{t.clients.errors.nearest}</span>
      <Address parts={differenceOf(rejected, nearest)} />
    </>
  )
}

const Address = ({ parts: { start, differing, end } }: { parts: Difference }) => (
  <code className="block font-mono text-sm font-normal wrap-anywhere">
    {start}
    {differing && <mark className="rounded-xs bg-caution-ground px-0.5 text-caution">{differing}</mark>}
    {end}
  </code>
)

const columns = (registered: readonly string[]): readonly Column<ClientError>[] => [
  {
    id: 'error',
    header: t.clients.errors.error,
    cell: ({ error, endpoint, cause, reason, value, advice }) => (
      <NameCell note={<span className="text-pretty">{advice ?? reason}</span>}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <code className="font-mono text-sm wrap-anywhere">{error}</code>
          <Badge>{endpoint}</Badge>
        </span>
        {advice && <span className="block text-sm font-normal">{reason}</span>}
        {value && cause === 'redirect_uri_unregistered' && (
          <Comparison rejected={value} registered={registered} />
        )}
        {value && cause !== 'redirect_uri_unregistered' && (
          <code className="block font-mono text-sm font-normal wrap-anywhere">{value}</code>
        )}
      </NameCell>
    ),
  },
  textColumn('count', t.clients.errors.count, ({ count }) => String(count), {
    className: 'w-20 text-right tabular',
  }),
  timeColumn('lastAt', t.clients.errors.last, ({ lastAt }) => lastAt, { className: '@max-lg:hidden w-36' }),
]

interface RecentErrorsProps {
  readonly projectId: string
  readonly clientId: string
  readonly redirectUris: readonly string[]
}

export function RecentErrors({ projectId, clientId, redirectUris }: RecentErrorsProps) {
  const query = useOperationPage('client_error_list', { projectId, clientId })
  return (
    <section className="grid gap-3">
      <div className="grid gap-0.5">
        <h2 className="font-semibold">{t.clients.errors.title}</h2>
        <p className="text-sm text-quiet text-pretty">{t.clients.errors.text}</p>
      </div>
      <Card flush>
        <QueryTable
          label={t.clients.errors.title}
          query={query}
          rows={query.data?.errors ?? []}
          columns={columns(redirectUris)}
          empty={
            <ListEmpty kind="entries" icon={<CircleCheck size={20} />} title={t.clients.errors.none}>
              {t.clients.errors.noneText}
            </ListEmpty>
          }
        />
      </Card>
    </section>
  )
}
