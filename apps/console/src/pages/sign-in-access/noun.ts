import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { DoorOpen } from 'lucide-react'
import { firstPageQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { shell } from '../../routes/frame.ts'
import { listSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'

export const signInAccessRoutes = createRoute({
  getParentRoute: () => shell,
  path: '/sign-in-access',
  validateSearch: listSearch,
  staticData: { crumb: () => t.signInAccess.title },
  loader: ({ context: { queryClient } }) =>
    void queryClient.prefetchQuery(firstPageQuery('project_sign_in_access_list', {})),
  component: lazyRouteComponent(() => import('./page.tsx'), 'SignInAccessPage'),
})

export const signInAccessNoun = {
  instanceNav: {
    group: 'access',
    label: () => t.signInAccess.title,
    icon: DoorOpen,
    to: () => paths.signInAccess(),
  },
  places: {
    project_sign_in_access_list: '/sign-in-access',
    admin_sign_in_readiness_get: '/sign-in-access',
  },
} as const satisfies Noun
