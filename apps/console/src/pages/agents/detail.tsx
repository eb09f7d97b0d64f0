import { useParams } from '@tanstack/react-router'
import { Bot } from 'lucide-react'
import { useOperation } from '../../api/operation.ts'
import { DeleteButton } from '../../components/deletion.tsx'
import { EditCard } from '../../components/edit-card.tsx'
import { IconMark } from '../../components/object-mark.tsx'
import { ObjectPage } from '../../layouts/object-page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { Day, RelativeTime } from '../../ui/time.tsx'
import { LimitsFields } from './limits-fields.tsx'
import { checkLimits, limitFields, limitsInput, limitsOf } from './limits-values.ts'
import { AgentBadges, type AgentClient } from './list.tsx'

export function AgentPage() {
  const { entryId } = useParams({ from: '/shell/agents/$entryId' })
  const agent = useOperation('agent_client_get', { entryId })
  return (
    <ObjectPage
      title={agent.name}
      mark={<IconMark icon={Bot} size="title" />}
      kind={t.agents.agent}
      id={entryId}
      badges={<AgentBadges agent={agent} />}
      labels={{ object: agent, operation: 'agent_client_update', at: { entryId }, refusal: null }}
      actions={
        <DeleteButton
          operation="agent_client_withdraw"
          input={{ entryId }}
          refusal={agent.reserved ? t.agents.reserved : null}
          label={t.agents.withdraw}
          question={t.agents.withdrawTitle(agent.name)}
          confirmLabel={t.agents.withdraw}
          consequence={t.agents.withdrawText}
          done={t.agents.withdrawn(agent.name)}
          to={paths.agents()}
        />
      }
      tabs={[
        { id: 'overview', title: t.common.overview, content: <Overview agent={agent} /> },
        { id: 'limits', title: t.agents.limits, content: <Limits agent={agent} /> },
      ]}
      timeline={{ targetId: entryId }}
    />
  )
}

const Overview = ({ agent }: { agent: AgentClient }) => (
  <Card>
    <Facts
      facts={[
        { name: t.agents.clientId, value: <CopyValue value={agent.clientId} what={t.agents.clientId} /> },
        ...(agent.actsForEmail ? [{ name: t.agents.actsFor, value: agent.actsForEmail }] : []),
        ...(agent.workload
          ? [{ name: t.agents.workload, value: `${agent.workload.issuer} · ${agent.workload.subject}` }]
          : []),
        { name: t.agents.approval, value: t.agents.approvals[agent.approval] },
        ...(agent.approval === 'self'
          ? []
          : [
              {
                name: t.agents.approvalFor,
                value: agent.approvalFor.map((criterion) => t.agents.criteria[criterion]).join(', '),
              },
            ]),
        {
          name: t.agents.lastUsed,
          value: agent.lastUsedAt ? <RelativeTime at={agent.lastUsedAt} /> : t.common.never,
        },
        { name: t.agents.permittedBy, value: agent.createdBy ?? t.common.unknown },
        { name: t.common.created, value: <Day at={agent.createdAt} /> },
      ]}
    />
    {agent.jwks && <CodeBlock what={t.agents.jwks} code={JSON.stringify(agent.jwks, null, 2)} />}
  </Card>
)

const Limits = ({ agent }: { agent: AgentClient }) => (
  <EditCard
    label={t.agents.limits}
    operation="agent_client_update"
    initial={limitsOf(agent)}
    toInput={(values) => ({ entryId: agent.id, ...limitsInput(values) })}
    check={checkLimits}
    fields={limitFields}
    refusal={null}
    saveLabel={t.common.save}
    done={({ name }) => t.agents.changed(name)}
  >
    {(form) => <LimitsFields form={form} />}
  </EditCard>
)
