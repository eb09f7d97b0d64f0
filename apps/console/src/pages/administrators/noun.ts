import { useQuery } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent, useParams } from '@tanstack/react-router'
import { UserCog } from 'lucide-react'
import { firstPageQuery, operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { shell } from '../../routes/frame.ts'
import { listSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'

function AdministratorCrumb() {
  const { adminId = '' } = useParams({ strict: false })
  return useQuery(operationQuery('admin_get', { adminId })).data?.email ?? t.administrators.one
}

const administrators = createRoute({
  getParentRoute: () => shell,
  path: '/administrators',
  staticData: { crumb: () => t.administrators.title },
})

const list = createRoute({
  getParentRoute: () => administrators,
  path: '/',
  validateSearch: listSearch,
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(firstPageQuery('admin_list', {})),
  component: lazyRouteComponent(() => import('./list.tsx'), 'AdministratorsPage'),
})

const detail = createRoute({
  getParentRoute: () => administrators,
  path: '/$adminId',
  loader: ({ context: { queryClient }, params: { adminId } }) =>
    queryClient.ensureQueryData(operationQuery('admin_get', { adminId })),
  staticData: { crumb: AdministratorCrumb },
  component: lazyRouteComponent(() => import('./detail.tsx'), 'AdministratorPage'),
})

export const administratorRoutes = administrators.addChildren([list, detail])

export const administratorsNoun = {
  instanceNav: {
    group: 'access',
    key: 'm',
    label: () => t.administrators.title,
    icon: UserCog,
    to: () => paths.administrators(),
    isVisible: ({ superAdministrator }) => superAdministrator,
  },
  places: {
    admin_list: '/administrators',
    admin_create: '/administrators',
    admin_update: '/administrators/$adminId',
    admin_deactivate: '/administrators/$adminId',
    admin_super_grant: '/administrators/$adminId',
    admin_super_withdraw: '/administrators/$adminId',
    admin_sign_out: '/administrators/$adminId',
    admin_totp_clear: '/administrators/$adminId',
  },
  sheets: {
    admin_create: '',
    admin_sign_out: 'access',
    admin_totp_clear: 'access',
    admin_super_grant: 'access',
    admin_super_withdraw: 'access',
    admin_deactivate: 'access',
  },
} as const satisfies Noun
