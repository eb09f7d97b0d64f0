import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Hand } from 'lucide-react'
import { firstPageQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { shell } from '../../routes/frame.ts'
import { listSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'

export const holdRoutes = createRoute({
  getParentRoute: () => shell,
  path: '/holds',
  validateSearch: listSearch,
  staticData: { crumb: () => t.holds.title },
  loader: ({ context: { queryClient } }) =>
    void queryClient.prefetchQuery(firstPageQuery('provisioning_hold_list', {})),
  component: lazyRouteComponent(() => import('./list.tsx'), 'HoldsPage'),
})

export const holdsNoun = {
  instanceNav: { group: 'oversight', label: () => t.holds.title, icon: Hand, to: () => paths.holds() },
  places: { provisioning_hold_list: '/holds' },
} as const satisfies Noun
