import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Bot } from 'lucide-react'
import { operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { shell } from '../../routes/frame.ts'
import { t } from '../../texts/index.ts'

export const agentRoutes = createRoute({
  getParentRoute: () => shell,
  path: '/agents',
  staticData: { crumb: () => t.nav.agents },
  loader: ({ context: { queryClient } }) =>
    void queryClient.prefetchQuery(operationQuery('agent_client_list', {})),
  component: lazyRouteComponent(() => import('./list.tsx'), 'AgentsPage'),
})

export const agentsNoun = {
  instanceNav: {
    label: () => t.nav.agents,
    icon: Bot,
    to: paths.agents,
    isVisible: ({ superAdministrator }) => superAdministrator,
  },
  places: {
    agent_client_list: '/agents',
    agent_client_permit: '/agents',
    agent_client_update: '/agents',
    agent_client_withdraw: '/agents',
  },
} as const satisfies Noun
