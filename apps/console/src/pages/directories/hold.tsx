import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { ConfirmOperation } from '../../components/confirm-operation.tsx'
import { RowLink } from '../../components/link.tsx'
import { Permitted } from '../../components/permitted.tsx'
import { type Column, numberColumn, textColumn, timeColumn } from '../../components/table/column.tsx'
import { QueryTable } from '../../components/table/query-table.tsx'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.ts'
import type { Connection } from './texts.ts'

type Row = NonNullable<Answer<'provisioning_hold_get'>['rows']>[number]

const columnsOf = (projectId: string): readonly Column<Row>[] => [
  {
    id: 'email',
    header: t.directories.kept,
    cell: ({ userId, email, userName }) => (
      <RowLink {...paths.user(projectId, userId)}>{email || userName || userId}</RowLink>
    ),
  },
  textColumn(
    'operation',
    t.directories.askedFor,
    ({ operation }) => (operation === 'delete' ? t.directories.deletion : t.directories.deactivation),
    { className: '@max-lg:hidden w-36' },
  ),
  numberColumn('attempts', t.directories.tries, ({ attempts }) => attempts, { className: 'w-20' }),
  timeColumn('lastAt', t.directories.last, ({ lastAt }) => lastAt, { className: 'w-36' }),
]

interface HoldCardProps {
  readonly connection: Connection
  readonly refusal: string | null
}

export function HoldCard({ connection, refusal }: HoldCardProps) {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/directories/$connectionId' })
  const [isAsking, setAsking] = useState(false)
  const query = useOperationPage('provisioning_hold_get', { projectId, connectionId: connection.id })
  const { count = 0, total = 0 } = query.data ?? {}
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-0.5">
          <h2 className="font-semibold">{t.directories.heldBack}</h2>
          <p className="text-sm text-quiet text-pretty">
            {t.directories.holdText(formatNumber(count), formatNumber(total))}
          </p>
        </div>
        <Permitted kind="danger-quiet" refusal={refusal} onPress={() => setAsking(true)}>
          {t.directories.release}
        </Permitted>
      </div>
      <Card flush>
        <QueryTable
          label={t.directories.heldBack}
          query={query}
          rows={query.data?.rows ?? []}
          columns={columnsOf(projectId)}
          empty={<p className="p-4 text-quiet">{t.directories.nobodyKept}</p>}
        />
      </Card>
      {isAsking && (
        <ConfirmOperation
          operation="provisioning_connection_release"
          input={{ projectId, connectionId: connection.id }}
          title={t.directories.releaseTitle(connection.displayName)}
          confirmLabel={t.directories.release}
          onDone={() => {
            setAsking(false)
            toast(t.directories.released)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
