import { ShieldQuestion } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { TextLink } from '../../components/link.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ApprovalStatus } from './approval-status.tsx'

type Row = Answer<'approval_list'>['approvals'][number]

const helper = columnHelper<Row>()
const columns = helper.columns([
  helper.accessor('title', {
    header: t.approvals.asksTo,
    cell: ({ row: { original } }) => <TextLink {...paths.approval(original.id)}>{original.title}</TextLink>,
  }),
  helper.accessor('clientName', {
    header: t.approvals.agent,
    meta: { className: 'max-sm:hidden' },
  }),
  helper.accessor('status', {
    header: t.approvals.status,
    cell: ({ getValue }) => <ApprovalStatus status={getValue()} />,
  }),
  helper.accessor('createdAt', {
    header: t.approvals.asked,
    meta: { className: 'max-sm:hidden' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
])

export function ApprovalsPage() {
  const query = useOperationPage('approval_list', {})
  return (
    <Page title={t.nav.approvals} text={t.approvals.text}>
      <Card flush>
        <QueryTable
          label={t.nav.approvals}
          query={query}
          rows={query.data?.approvals ?? []}
          columns={columns}
          empty={<EmptyState icon={<ShieldQuestion size={20} />} title={t.approvals.none} />}
        />
      </Card>
    </Page>
  )
}
