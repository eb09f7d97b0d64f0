import { useQuery } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent, useParams } from '@tanstack/react-router'
import { AppWindow } from 'lucide-react'
import { firstPageQuery, operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { project } from '../../routes/frame.ts'
import { listSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'

function ApplicationCrumb() {
  const { projectId = '', clientId = '' } = useParams({ strict: false })
  return useQuery(operationQuery('client_get', { projectId, clientId })).data?.clientName ?? t.nav.application
}

const applications = createRoute({
  getParentRoute: () => project,
  path: '/applications',
  staticData: { crumb: () => t.nav.applications },
})

const list = createRoute({
  getParentRoute: () => applications,
  path: '/',
  validateSearch: listSearch,
  loader: ({ context: { queryClient }, params: { projectId } }) =>
    void queryClient.prefetchQuery(firstPageQuery('client_list', { projectId })),
  component: lazyRouteComponent(() => import('./list.tsx'), 'ApplicationsPage'),
})

const create = createRoute({
  getParentRoute: () => applications,
  path: '/new',
  staticData: { crumb: () => t.clients.new },
  component: lazyRouteComponent(() => import('./create.tsx'), 'ApplicationCreatePage'),
})

const detail = createRoute({
  getParentRoute: () => applications,
  path: '/$clientId',
  loader: ({ context: { queryClient }, params: { projectId, clientId } }) =>
    queryClient.ensureQueryData(operationQuery('client_get', { projectId, clientId })),
  staticData: { crumb: ApplicationCrumb },
  component: lazyRouteComponent(() => import('./detail.tsx'), 'ApplicationPage'),
})

export const clientRoutes = applications.addChildren([list, create, detail])

export const clientsNoun = {
  projectNav: {
    group: 'integration',
    key: 'a',
    label: () => t.nav.applications,
    icon: AppWindow,
    to: (projectId) => paths.applications(projectId),
  },
  places: {
    client_list: '/projects/$projectId/applications',
    client_create: '/projects/$projectId/applications/new',
    client_error_list: '/projects/$projectId/applications/$clientId',
    client_grant_count_get: '/projects/$projectId/applications/$clientId',
    client_logout_test: '/projects/$projectId/applications/$clientId',
    client_get: '/projects/$projectId/applications/$clientId',
    client_token_preview: '/projects/$projectId/applications/$clientId',
    client_update: '/projects/$projectId/applications/$clientId',
    client_delete: '/projects/$projectId/applications/$clientId',
    client_secret_rotate: '/projects/$projectId/applications/$clientId',
    client_previous_secret_revoke: '/projects/$projectId/applications/$clientId',
    project_client_registration_get: '/projects/$projectId/applications',
    project_client_registration_update: '/projects/$projectId/applications',
    project_registration_token_create: '/projects/$projectId/applications',
    project_registration_token_revoke: '/projects/$projectId/applications',
  },
  sheets: {
    client_secret_rotate: 'overview',
    client_delete: 'settings',
  },
} as const satisfies Noun
