import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { project } from '../../routes/frame.ts'
import { t } from '../../texts/index.ts'

export const keyRoutes = createRoute({
  getParentRoute: () => project,
  path: '/keys',
  staticData: { crumb: () => t.nav.keys },
  loader: ({ context: { queryClient }, params: { projectId } }) =>
    void queryClient.prefetchQuery(operationQuery('project_key_list', { projectId })),
  component: lazyRouteComponent(() => import('./list.tsx'), 'KeysPage'),
})

const list = '/projects/$projectId/keys'

export const keysNoun = {
  projectNav: { group: 'operation', key: 'k', label: () => t.nav.keys, icon: KeyRound, to: paths.keys },
  places: {
    project_key_list: list,
    project_key_ready_list: '/home',
    project_key_generate: list,
    project_key_promote: list,
    project_key_demote: list,
    project_key_rotate: list,
    project_key_retire: list,
    project_key_revoke: list,
  },
} as const satisfies Noun
