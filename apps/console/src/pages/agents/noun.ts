import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Bot } from 'lucide-react'
import { firstPageQuery, operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { shell } from '../../routes/frame.ts'
import { listSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'

const agents = createRoute({
  getParentRoute: () => shell,
  path: '/agents',
  staticData: { crumb: () => t.nav.agents },
})

const list = createRoute({
  getParentRoute: () => agents,
  path: '/',
  validateSearch: listSearch,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(firstPageQuery('agent_client_list', {}))
    return queryClient.ensureQueryData(operationQuery('approval_webhook_get', {}))
  },
  component: lazyRouteComponent(() => import('./list.tsx'), 'AgentsPage'),
})

const create = createRoute({
  getParentRoute: () => agents,
  path: '/new',
  staticData: { crumb: () => t.agents.new },
  component: lazyRouteComponent(() => import('./create.tsx'), 'AgentCreatePage'),
})

const detail = createRoute({
  getParentRoute: () => agents,
  path: '/$entryId',
  loader: ({ context: { queryClient }, params: { entryId } }) =>
    queryClient.ensureQueryData(operationQuery('agent_client_get', { entryId })),
  staticData: { crumb: () => t.agents.agent },
  component: lazyRouteComponent(() => import('./detail.tsx'), 'AgentPage'),
})

export const agentRoutes = agents.addChildren([list, create, detail])

export const agentsNoun = {
  instanceNav: {
    group: 'oversight',
    key: 'n',
    label: () => t.nav.agents,
    icon: Bot,
    to: () => paths.agents(),
    isVisible: ({ superAdministrator }) => superAdministrator,
  },
  places: {
    agent_client_list: '/agents',
    agent_client_permit: '/agents/new',
    agent_client_get: '/agents/$entryId',
    agent_client_update: '/agents/$entryId',
    agent_client_withdraw: '/agents/$entryId',
    approval_webhook_get: '/agents',
    approval_webhook_set: '/agents',
    approval_webhook_secret_rotate: '/agents',
    approval_webhook_test: '/agents',
    agent_request_list: '/agents',
    agent_request_decline: '/agents',
  },
  sheets: {
    agent_client_withdraw: '',
  },
} as const satisfies Noun
