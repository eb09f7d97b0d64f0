import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { ButtonLink, RowLink } from '../../components/link.tsx'
import { useListPages } from '../../components/list-pages.tsx'
import { NoMatch } from '../../components/no-match.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { plural } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { RelativeTime } from '../../ui/time.tsx'

export type AgentClient = Answer<'agent_client_list'>['clients'][number]

export const AgentBadges = ({ agent }: { agent: AgentClient }) => (
  <>
    {!agent.active && <Badge tone="problem">{t.agents.inactive}</Badge>}
    {agent.actsForEmail && <Badge>{t.agents.machineOf(agent.actsForEmail)}</Badge>}
    {agent.reserved && <Badge>{t.agents.builtIn}</Badge>}
    {agent.refusedCalls > 0 && <Badge tone="caution">{plural(t.agents.refused, agent.refusedCalls)}</Badge>}
  </>
)

const helper = columnHelper<AgentClient>()
const columns = helper.columns([
  helper.accessor('name', {
    header: t.agents.agent,
    cell: ({ row: { original } }) => (
      <span className="grid gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <RowLink {...paths.agent(original.id)}>{original.name}</RowLink>
          <AgentBadges agent={original} />
        </span>
        <span className="text-sm text-quiet wrap-anywhere">{original.clientId}</span>
      </span>
    ),
  }),
  helper.accessor('approval', {
    header: t.agents.approval,
    meta: { className: 'max-lg:hidden text-quiet' },
    cell: ({ getValue }) => t.agents.approvals[getValue()],
  }),
  helper.accessor('lastUsedAt', {
    header: t.agents.lastUsed,
    meta: { className: 'max-md:hidden w-40' },
    cell: ({ getValue }) => {
      const at = getValue()
      return at ? <RelativeTime at={at} /> : <span className="text-quiet">{t.common.never}</span>
    },
  }),
])

export function AgentsPage() {
  const { q = '' } = useSearch({ from: '/shell/agents/' })
  const navigate = useNavigate()
  const { query, pager } = useListPages('agent_client_list', q.trim() ? { q: q.trim() } : {})
  const search = (next: string) => void navigate({ ...paths.agents(next ? { q: next } : {}), replace: true })
  return (
    <Page
      title={t.nav.agents}
      text={t.agents.text}
      actions={
        <ButtonLink {...paths.agentNew()} kind="primary" icon={<Plus size={15} aria-hidden />}>
          {t.agents.new}
        </ButtonLink>
      }
    >
      <div className="flex max-w-md">
        <SearchBox label={t.agents.search} placeholder={t.agents.search} value={q} onChange={search} />
      </div>
      <Card flush>
        <QueryTable
          label={t.nav.agents}
          query={query}
          rows={query.data?.clients ?? []}
          columns={columns}
          footer={pager}
          empty={<NoMatch title={t.agents.none} onClear={() => search('')} />}
        />
      </Card>
    </Page>
  )
}
