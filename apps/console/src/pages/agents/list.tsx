import { Bot, Plus } from 'lucide-react'
import { Suspense } from 'react'
import type { Answer } from '../../api/client.ts'
import { ButtonLink, RowLink } from '../../components/link.tsx'
import { useList } from '../../components/list/list-pages.tsx'
import { IconMark } from '../../components/object-mark.tsx'
import {
  type Column,
  createdColumn,
  NameCell,
  numberColumn,
  textColumn,
  timeColumn,
} from '../../components/table/column.tsx'
import { ListPage } from '../../layouts/list-page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { ApprovalWebhook } from './approval-webhook.tsx'
import { Connect } from './connect.tsx'
import { AgentRequests } from './requests.tsx'

export type AgentClient = Answer<'agent_client_list'>['clients'][number]

export const AgentBadges = ({ agent }: { agent: AgentClient }) => (
  <>
    {!agent.active && <Badge tone="problem">{t.agents.inactive}</Badge>}
    {agent.actsForEmail && <Badge>{t.agents.machineOf(agent.actsForEmail)}</Badge>}
    {agent.shared && <Badge>{t.agents.byConsent}</Badge>}
    {agent.reserved && <Badge>{t.agents.builtIn}</Badge>}
    {agent.refusedCalls > 0 && <Badge tone="caution">{t.agents.refused(agent.refusedCalls)}</Badge>}
  </>
)

const columns: readonly Column<AgentClient>[] = [
  {
    id: 'name',
    header: t.agents.agent,
    sort: 'name',
    cell: (agent) => (
      <NameCell
        mark={<IconMark icon={Bot} />}
        badges={<AgentBadges agent={agent} />}
        note={agent.actsForEmail ? undefined : agent.clientId}
      >
        <RowLink {...paths.agent(agent.id)}>{agent.name}</RowLink>
      </NameCell>
    ),
  },
  textColumn('approval', t.agents.approval, ({ approval }) => t.agents.approvals[approval], {
    className: '@max-3xl:hidden',
  }),
  timeColumn('lastUsedAt', t.agents.lastUsed, ({ lastUsedAt }) => lastUsedAt, {
    className: '@lg:@max-2xl:hidden @lg:w-40',
  }),
  numberColumn('callsPerMinute', t.agents.callsPerMinute, ({ callsPerMinute }) => callsPerMinute, {
    isExtra: true,
  }),
  textColumn('permittedBy', t.agents.permittedBy, ({ createdBy }) => createdBy ?? t.common.unknown, {
    isExtra: true,
  }),
  { ...createdColumn('w-36'), isExtra: true },
]

export function AgentsPage() {
  const { query, pager } = useList('agent_client_list', {}, columns)
  return (
    <ListPage
      list="agents"
      title={t.nav.agents}
      text={t.agents.text}
      actions={
        <ButtonLink {...paths.agentNew()} kind="primary" icon={<Plus size={15} aria-hidden />}>
          {t.agents.new}
        </ButtonLink>
      }
      search={{ label: t.agents.search }}
      query={query}
      rows={query.data?.clients}
      columns={columns}
      pager={pager}
      first={{ icon: <Bot size={20} />, title: t.agents.none }}
      noMatch={{ title: t.agents.none }}
      notices={<AgentRequests />}
      tabs={{
        list: t.nav.agents,
        further: [
          { id: 'connect', title: t.agents.connectTab, content: <Connect /> },
          {
            id: 'messages',
            title: t.agents.messagesTab,
            content: (
              <Suspense>
                <ApprovalWebhook />
              </Suspense>
            ),
          },
        ],
      }}
    />
  )
}
