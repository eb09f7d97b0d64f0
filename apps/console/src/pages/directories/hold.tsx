import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { ConfirmOperation } from '../../components/confirm-operation.tsx'
import { RowLink } from '../../components/link.tsx'
import { Permitted } from '../../components/permitted.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Connection } from './texts.ts'

type Row = NonNullable<Answer<'provisioning_hold_get'>['rows']>[number]

const helper = columnHelper<Row>()
const columnsOf = (projectId: string) =>
  helper.columns([
    helper.accessor('email', {
      header: 'Kept from removal',
      cell: ({ row: { original: row } }) => (
        <RowLink {...paths.user(projectId, row.userId)}>{row.email || row.userName || row.userId}</RowLink>
      ),
    }),
    helper.accessor('operation', {
      header: 'Asked for',
      meta: { className: 'max-sm:hidden w-36' },
      cell: ({ getValue }) => (getValue() === 'delete' ? 'Deletion' : 'Deactivation'),
    }),
    helper.accessor('attempts', { header: 'Tries', meta: { className: 'w-20 text-right tabular-nums' } }),
    helper.accessor('lastAt', {
      header: 'Last',
      meta: { className: 'w-36' },
      cell: ({ getValue }) => <RelativeTime at={getValue()} />,
    }),
  ])

interface HoldCardProps {
  readonly connection: Connection
  readonly refusal: string | null
}

/** Whom the directory wanted to remove when the threshold stopped it, and the way to let it go on. */
export function HoldCard({ connection, refusal }: HoldCardProps) {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/directories/$connectionId' })
  const [isAsking, setAsking] = useState(false)
  const query = useOperationPage('provisioning_hold_get', { projectId, connectionId: connection.id })
  const { count = 0, total = 0 } = query.data ?? {}
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-0.5">
          <h2 className="font-semibold">Removals held back</h2>
          <p className="text-sm text-quiet text-pretty">
            {count} removals went through, {total === 1 ? '1 person was' : `${total} people were`} kept.
            Release the hold when the directory means it.
          </p>
        </div>
        <Permitted kind="danger-quiet" refusal={refusal} onPress={() => setAsking(true)}>
          Release
        </Permitted>
      </div>
      <Card flush>
        <QueryTable
          label="Removals held back"
          query={query}
          rows={query.data?.rows ?? []}
          columns={columnsOf(projectId)}
          empty={<p className="p-4 text-quiet">Nobody was kept yet.</p>}
        />
      </Card>
      {isAsking && (
        <ConfirmOperation
          operation="provisioning_connection_release"
          input={{ projectId, connectionId: connection.id }}
          title={`Release ${connection.displayName}?`}
          confirmLabel="Release"
          onDone={() => {
            setAsking(false)
            toast('The hold was released.')
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
