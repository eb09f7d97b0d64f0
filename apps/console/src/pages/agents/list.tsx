import { Bot } from 'lucide-react'
import { useState } from 'react'
import { useOperationPage } from '../../api/operation.ts'
import { ConfirmOperation } from '../../components/confirm-operation.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { Page } from '../../layouts/page.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import { PermitForm } from './permit.tsx'
import { type AgentClient, Policy } from './policy.tsx'

const Name = ({ agent }: { agent: AgentClient }) => (
  <div className="grid gap-0.5">
    <span className="flex flex-wrap items-center gap-2">
      <span className="font-medium wrap-anywhere">{agent.name}</span>
      {!agent.active && <Badge tone="problem">Not active</Badge>}
      {agent.actsForEmail && <Badge>Machine of {agent.actsForEmail}</Badge>}
    </span>
    <span className="text-sm text-quiet wrap-anywhere">{agent.clientId}</span>
    <div className="mt-1 flex flex-wrap items-center gap-2">
      <Policy agent={agent} />
      <Withdraw agent={agent} />
    </div>
  </div>
)

function Withdraw({ agent }: { agent: AgentClient }) {
  const [isOpen, setOpen] = useState(false)
  if (agent.reserved) return <span className="text-sm text-quiet">Built in</span>
  return (
    <>
      <Button size="sm" onPress={() => setOpen(true)}>
        Withdraw…
      </Button>
      {isOpen && (
        <ConfirmOperation
          operation="agent_client_withdraw"
          input={{ entryId: agent.id }}
          title={`Withdraw ${agent.name}?`}
          confirmLabel="Withdraw"
          consequence="Its tokens stop working with its next call."
          onDone={() => toast(`${agent.name} was withdrawn.`)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const helper = columnHelper<AgentClient>()
const columns = helper.columns([
  helper.accessor('name', { header: 'Agent', cell: ({ row }) => <Name agent={row.original} /> }),
  helper.accessor('lastUsedAt', {
    header: 'Last used',
    meta: { className: 'max-md:hidden' },
    cell: ({ getValue }) => {
      const at = getValue()
      return at ? <RelativeTime at={at} /> : <span className="text-quiet">Never</span>
    },
  }),
])

export function AgentsPage() {
  const query = useOperationPage('agent_client_list', {})
  return (
    <Page
      title="Agents"
      text="Software that may act for administrators, each of whom signs it in, and machines that act without one."
    >
      <Card flush>
        <QueryTable
          label="Agents"
          query={query}
          rows={query.data?.clients ?? []}
          columns={columns}
          empty={<EmptyState icon={<Bot size={20} />} title="No agent is permitted" />}
        />
      </Card>
      <PermitForm />
    </Page>
  )
}
