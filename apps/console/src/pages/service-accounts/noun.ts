import { useQuery } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent, useParams } from '@tanstack/react-router'
import { KeySquare } from 'lucide-react'
import { firstPageQuery, operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { shell } from '../../routes/frame.ts'
import { listSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'

function ServiceAccountCrumb() {
  const { teamId = '', serviceAccountId = '' } = useParams({ strict: false })
  const { data } = useQuery(operationQuery('service_account_get', { teamId, serviceAccountId }))
  return data?.name ?? t.nav.serviceAccount
}

const serviceAccounts = createRoute({
  getParentRoute: () => shell,
  path: '/service-accounts',
  staticData: { crumb: () => t.nav.serviceAccounts },
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
  staticData: { crumb: () => t.nav.serviceAccountNew },
  component: lazyRouteComponent(() => import('./create.tsx'), 'ServiceAccountCreatePage'),
})

const detail = createRoute({
  getParentRoute: () => serviceAccounts,
  path: '/$teamId/$serviceAccountId',
  loader: ({ context: { queryClient }, params }) =>
    queryClient.ensureQueryData(operationQuery('service_account_get', params)),
  staticData: { crumb: ServiceAccountCrumb },
  component: lazyRouteComponent(() => import('./detail.tsx'), 'ServiceAccountPage'),
})

export const serviceAccountRoutes = serviceAccounts.addChildren([list, create, detail])

export const serviceAccountsNoun = {
  instanceNav: {
    group: 'access',
    label: () => t.nav.serviceAccounts,
    icon: KeySquare,
    to: () => paths.serviceAccounts(),
  },
  places: {
    service_account_list: '/service-accounts',
    service_account_create: '/service-accounts/new',
    service_account_get: '/service-accounts/$teamId/$serviceAccountId',
    service_account_update: '/service-accounts/$teamId/$serviceAccountId',
    service_account_delete: '/service-accounts/$teamId/$serviceAccountId',
  },
  sheets: {
    service_account_delete: 'settings',
  },
} as const satisfies Noun
