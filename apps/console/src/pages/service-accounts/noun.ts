import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { KeySquare } from 'lucide-react'
import { firstPageQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { shell } from '../../routes/frame.ts'
import { listSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'

const serviceAccounts = createRoute({
  getParentRoute: () => shell,
  path: '/service-accounts',
  staticData: { crumb: () => t.serviceAccounts.title },
})

const list = createRoute({
  getParentRoute: () => serviceAccounts,
  path: '/',
  validateSearch: listSearch,
  loader: ({ context: { queryClient } }) =>
    void queryClient.prefetchQuery(firstPageQuery('service_account_list', {})),
  component: lazyRouteComponent(() => import('./list.tsx'), 'ServiceAccountsPage'),
})

const create = createRoute({
  getParentRoute: () => serviceAccounts,
  path: '/new',
  staticData: { crumb: () => t.serviceAccounts.new },
  component: lazyRouteComponent(() => import('./create.tsx'), 'ServiceAccountCreatePage'),
})

export const serviceAccountRoutes = serviceAccounts.addChildren([list, create])

export const serviceAccountsNoun = {
  instanceNav: {
    label: () => t.serviceAccounts.title,
    icon: KeySquare,
    to: () => paths.serviceAccounts(),
  },
  places: {
    service_account_list: '/service-accounts',
    service_account_create: '/service-accounts/new',
    service_account_update: '/service-accounts',
    service_account_delete: '/service-accounts',
  },
} as const satisfies Noun
