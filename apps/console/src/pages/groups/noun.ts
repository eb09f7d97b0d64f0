import { useQuery } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent, useParams } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { firstPageQuery, operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { project } from '../../routes/frame.ts'
import { listSearch, memberListSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'

function GroupCrumb() {
  const { projectId = '', groupId = '' } = useParams({ strict: false })
  return (
    useQuery(operationQuery('project_group_get', { projectId, groupId })).data?.displayName ?? t.nav.group
  )
}

const groups = createRoute({
  getParentRoute: () => project,
  path: '/groups',
  staticData: { crumb: () => t.nav.groups },
})

const list = createRoute({
  getParentRoute: () => groups,
  path: '/',
  validateSearch: listSearch,
  loader: ({ context: { queryClient }, params: { projectId } }) =>
    void queryClient.prefetchQuery(firstPageQuery('project_group_list', { projectId })),
  component: lazyRouteComponent(() => import('./list.tsx'), 'GroupsPage'),
})

const detail = createRoute({
  getParentRoute: () => groups,
  path: '/$groupId',
  validateSearch: memberListSearch,
  loader: ({ context: { queryClient }, params: { projectId, groupId } }) =>
    queryClient.ensureQueryData(operationQuery('project_group_get', { projectId, groupId })),
  staticData: { crumb: GroupCrumb },
  component: lazyRouteComponent(() => import('./detail.tsx'), 'GroupPage'),
})

export const groupRoutes = groups.addChildren([list, detail])

const group = '/projects/$projectId/groups/$groupId'

export const groupsNoun = {
  projectNav: {
    group: 'people',
    key: 'b',
    label: () => t.nav.groups,
    icon: UsersRound,
    to: (projectId) => paths.groups(projectId),
  },
  places: {
    project_group_list: '/projects/$projectId/groups',
    project_group_create: '/projects/$projectId/groups',
    project_group_get: group,
    project_group_update: group,
    project_group_delete: group,
    project_group_member_list: group,
    project_group_member_add: group,
    project_group_member_remove: group,
    project_group_assign_connection: group,
  },
  sheets: {
    project_group_create: '',
    project_group_update: '',
    project_group_assign_connection: 'settings',
    project_group_delete: 'settings',
  },
} as const satisfies Noun
