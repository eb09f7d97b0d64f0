import { useQuery } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent, useParams } from '@tanstack/react-router'
import { FolderSync } from 'lucide-react'
import { firstPageQuery, operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { project } from '../../routes/frame.ts'
import { directorySearch, listSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'

function DirectoryCrumb() {
  const { projectId = '', connectionId = '' } = useParams({ strict: false })
  const { data } = useQuery(operationQuery('provisioning_connection_get', { projectId, connectionId }))
  return data?.displayName ?? t.nav.directory
}

const directories = createRoute({
  getParentRoute: () => project,
  path: '/directories',
  staticData: { crumb: () => t.nav.directories },
})

const list = createRoute({
  getParentRoute: () => directories,
  path: '/',
  validateSearch: listSearch,
  loader: ({ context: { queryClient }, params: { projectId } }) =>
    void queryClient.prefetchQuery(firstPageQuery('provisioning_connection_list', { projectId })),
  component: lazyRouteComponent(() => import('./list.tsx'), 'DirectoriesPage'),
})

const detail = createRoute({
  getParentRoute: () => directories,
  path: '/$connectionId',
  validateSearch: directorySearch,
  loader: ({ context: { queryClient }, params: { projectId, connectionId } }) =>
    queryClient.ensureQueryData(operationQuery('provisioning_connection_get', { projectId, connectionId })),
  staticData: { crumb: DirectoryCrumb },
  component: lazyRouteComponent(() => import('./detail.tsx'), 'DirectoryPage'),
})

const create = createRoute({
  getParentRoute: () => directories,
  path: '/new',
  loader: ({ context: { queryClient }, params: { projectId } }) =>
    Promise.all([
      queryClient.ensureQueryData(operationQuery('provisioning_directory_list', { projectId })),
      queryClient.ensureQueryData(operationQuery('federation_provider_list', { projectId })),
    ]),
  staticData: { crumb: () => t.directories.new },
  component: lazyRouteComponent(() => import('./create.tsx'), 'DirectoryCreatePage'),
})

export const directoryRoutes = directories.addChildren([list, create, detail])

const directory = '/projects/$projectId/directories/$connectionId'

export const directoriesNoun = {
  projectNav: {
    group: 'people',
    key: 'd',
    label: () => t.nav.directories,
    icon: FolderSync,
    to: paths.directories,
  },
  places: {
    provisioning_connection_list: '/projects/$projectId/directories',
    provisioning_directory_list: '/projects/$projectId/directories/new',
    provisioning_connection_create: '/projects/$projectId/directories/new',
    provisioning_connection_get: directory,
    provisioning_connection_update: directory,
    provisioning_connection_delete: directory,
    provisioning_users_adopt: directory,
    provisioning_users_hand_over: directory,
    provisioning_users_release: directory,
    provisioning_users_purge: directory,
    provisioning_credential_issue: directory,
    provisioning_credential_retire: directory,
    provisioning_credential_revoke: directory,
    provisioning_connection_release: directory,
    provisioning_hold_get: directory,
    provisioning_request_list: directory,
    provisioning_refusal_list: directory,
  },
  sheets: {
    provisioning_connection_delete: 'settings',
  },
} as const satisfies Noun
