import { useQuery } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent, useParams } from '@tanstack/react-router'
import { Fingerprint } from 'lucide-react'
import { operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { project } from '../../routes/frame.ts'
import { listSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'

function ProviderCrumb() {
  const { projectId = '', providerId = '' } = useParams({ strict: false })
  const { data } = useQuery(operationQuery('federation_provider_get', { projectId, providerId }))
  return data?.displayName ?? t.nav.provider
}

const providers = createRoute({
  getParentRoute: () => project,
  path: '/providers',
  staticData: { crumb: () => t.nav.providers },
})

const list = createRoute({
  getParentRoute: () => providers,
  path: '/',
  validateSearch: listSearch,
  loader: ({ context: { queryClient }, params: { projectId } }) =>
    void queryClient.prefetchQuery(operationQuery('federation_provider_list', { projectId })),
  component: lazyRouteComponent(() => import('./list.tsx'), 'ProvidersPage'),
})

const create = createRoute({
  getParentRoute: () => providers,
  path: '/new',
  loader: ({ context: { queryClient }, params: { projectId } }) =>
    queryClient.ensureQueryData(operationQuery('federation_catalogue_list', { projectId })),
  staticData: { crumb: () => t.providers.new },
  component: lazyRouteComponent(() => import('./create.tsx'), 'ProviderCreatePage'),
})

const detail = createRoute({
  getParentRoute: () => providers,
  path: '/$providerId',
  loader: ({ context: { queryClient }, params: { projectId, providerId } }) =>
    Promise.all([
      queryClient.ensureQueryData(operationQuery('federation_provider_get', { projectId, providerId })),
      queryClient.ensureQueryData(operationQuery('federation_catalogue_list', { projectId })),
    ]),
  staticData: { crumb: ProviderCrumb },
  component: lazyRouteComponent(() => import('./detail.tsx'), 'ProviderPage'),
})

export const providerRoutes = providers.addChildren([list, create, detail])

const provider = '/projects/$projectId/providers/$providerId'

export const providersNoun = {
  projectNav: {
    group: 'people',
    key: 'i',
    label: () => t.nav.providers,
    icon: Fingerprint,
    to: paths.providers,
  },
  places: {
    federation_provider_list: '/projects/$projectId/providers',
    federation_catalogue_list: '/projects/$projectId/providers/new',
    federation_provider_create: '/projects/$projectId/providers/new',
    federation_provider_move: '/projects/$projectId/providers',
    federation_provider_certificate_renew: provider,
    federation_provider_get: provider,
    federation_provider_update: provider,
    federation_provider_delete: provider,
    federation_provider_try: provider,
    federation_provider_try_get: provider,
  },
  sheets: {
    federation_provider_delete: 'settings',
  },
} as const satisfies Noun
