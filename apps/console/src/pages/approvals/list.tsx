import { ShieldQuestion } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { TextLink } from '../../components/link.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ApprovalStatus } from './approval-status.tsx'

type Row = Answer<'approval_list'>['approvals'][number]

const helper = columnHelper<Row>()
const columns = helper.columns([
  helper.accessor('title', {
    header: 'Asks to',
    cell: ({ row: { original } }) => <TextLink {...paths.approval(original.id)}>{original.title}</TextLink>,
  }),
  helper.accessor('clientName', {
    header: 'Agent',
    meta: { className: 'max-sm:hidden' },
  }),
  helper.accessor('status', {
    header: 'Status',
    cell: ({ getValue }) => <ApprovalStatus status={getValue()} />,
  }),
  helper.accessor('createdAt', {
    header: 'Asked',
    meta: { className: 'max-sm:hidden' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
])

export function ApprovalsPage() {
  const query = useOperationPage('approval_list', {})
  return (
    <Page
      title="Approvals"
      text="What agents that act for you cannot do without you. Each waits fifteen minutes for your answer."
    >
      <Card flush>
        <QueryTable
          label="Approvals"
          query={query}
          rows={query.data?.approvals ?? []}
          columns={columns}
          empty={<EmptyState icon={<ShieldQuestion size={20} />} title="No agent waits for you" />}
        />
      </Card>
    </Page>
  )
}
