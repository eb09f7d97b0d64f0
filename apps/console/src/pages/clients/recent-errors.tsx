import type { ClientError } from '@signet/contracts'
import { CircleCheck } from 'lucide-react'
import { useOperationPage } from '../../api/operation.ts'
import { type Column, NameCell, textColumn, timeColumn } from '../../components/table/column.tsx'
import { QueryTable } from '../../components/table/query-table.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/time.tsx'

const columns: readonly Column<ClientError>[] = [
  {
    id: 'error',
    header: t.clients.errors.error,
    cell: ({ error, endpoint, reason, value, advice, lastAt }) => (
      <NameCell
        note={
          <>
            <span className="text-pretty">{advice ?? reason}</span>
            <span className="block @lg:hidden">
              <RelativeTime at={lastAt} />
            </span>
          </>
        }
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <code className="font-mono text-sm wrap-anywhere">{error}</code>
          <Badge>{endpoint}</Badge>
        </span>
        {advice && <span className="block text-sm font-normal">{reason}</span>}
        {value && <code className="block font-mono text-sm font-normal wrap-anywhere">{value}</code>}
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
}

/** The errors that an application received, with their exact reasons. */
export function RecentErrors({ projectId, clientId }: RecentErrorsProps) {
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
          columns={columns}
          empty={
            <EmptyState icon={<CircleCheck size={20} />} title={t.clients.errors.none}>
              {t.clients.errors.noneText}
            </EmptyState>
          }
        />
      </Card>
    </section>
  )
}
