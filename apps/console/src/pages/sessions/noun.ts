import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { shell } from '../../routes/frame.ts'
import { t } from '../../texts/index.ts'

export const sessionRoutes = createRoute({
  getParentRoute: () => shell,
  path: '/sessions',
  staticData: { crumb: () => t.nav.ownSessions },
  loader: ({ context: { queryClient } }) =>
    void queryClient.prefetchQuery(operationQuery('own_session_list', {})),
  component: lazyRouteComponent(() => import('./list.tsx'), 'OwnSessionsPage'),
})

export const sessionsNoun = {
  places: { own_session_list: '/sessions', own_session_end: '/sessions' },
} as const satisfies Noun
