import { useQuery } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent, useParams } from '@tanstack/react-router'
import { Braces } from 'lucide-react'
import { firstPageQuery, operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { project } from '../../routes/frame.ts'
import { listSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'

function ResourceCrumb() {
  const { projectId = '', resourceId = '' } = useParams({ strict: false })
  return useQuery(operationQuery('resource_get', { projectId, resourceId })).data?.name ?? t.nav.resource
}

const resources = createRoute({
  getParentRoute: () => project,
  path: '/resources',
  staticData: { crumb: () => t.nav.resources },
})

const list = createRoute({
  getParentRoute: () => resources,
  path: '/',
  validateSearch: listSearch,
  loader: ({ context: { queryClient }, params: { projectId } }) =>
    void queryClient.prefetchQuery(firstPageQuery('resource_list', { projectId })),
  component: lazyRouteComponent(() => import('./list.tsx'), 'ResourcesPage'),
})

const create = createRoute({
  getParentRoute: () => resources,
  path: '/new',
  staticData: { crumb: () => t.resources.new },
  component: lazyRouteComponent(() => import('./create.tsx'), 'ResourceCreatePage'),
})

const detail = createRoute({
  getParentRoute: () => resources,
  path: '/$resourceId',
  loader: ({ context: { queryClient }, params: { projectId, resourceId } }) =>
    queryClient.ensureQueryData(operationQuery('resource_get', { projectId, resourceId })),
  staticData: { crumb: ResourceCrumb },
  component: lazyRouteComponent(() => import('./detail.tsx'), 'ResourcePage'),
})

export const resourceRoutes = resources.addChildren([list, create, detail])

const resource = '/projects/$projectId/resources/$resourceId'

export const resourcesNoun = {
  projectNav: {
    group: 'integration',
    key: 'r',
    label: () => t.nav.resources,
    icon: Braces,
    to: paths.resources,
  },
  places: {
    resource_list: '/projects/$projectId/resources',
    resource_declare: '/projects/$projectId/resources/new',
    resource_get: resource,
    resource_update: resource,
    resource_delete: resource,
    resource_vouching_check: resource,
  },
  sheets: {
    resource_delete: 'settings',
  },
} as const satisfies Noun
