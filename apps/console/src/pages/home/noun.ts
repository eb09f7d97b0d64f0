import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { House } from 'lucide-react'
import type { ReadName } from '../../api/client.ts'
import { operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { shell } from '../../routes/frame.ts'
import { t } from '../../texts/index.ts'
import { earlyReads } from './early-reads.ts'

export const homeRoutes = createRoute({
  getParentRoute: () => shell,
  path: '/home',
  // Requests the data while the page loads.
  loader: ({ context: { queryClient } }) => {
    for (const [name, input] of earlyReads)
      void queryClient.prefetchQuery(operationQuery<ReadName>(name, input))
  },
  staticData: { crumb: () => t.home.title },
  component: lazyRouteComponent(() => import('./page.tsx'), 'HomePage'),
})

export const homeNoun = {
  instanceNav: { key: 'h', label: () => t.home.title, icon: House, to: paths.home },
  places: {
    whoami: '/home',
    provisioning_attention_list: '/home',
    sign_in_overview_get: '/home',
    team_invitation_attention_list: '/home',
  },
} as const satisfies Noun
