import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { firstPageQuery, operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { shell } from '../../routes/frame.ts'
import { listSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'
import { TeamCrumb } from './crumb.ts'

const teams = createRoute({
  getParentRoute: () => shell,
  path: '/teams',
  staticData: { crumb: () => t.teams.title },
})

const list = createRoute({
  getParentRoute: () => teams,
  path: '/',
  validateSearch: listSearch,
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(firstPageQuery('team_list', {})),
  component: lazyRouteComponent(() => import('./list.tsx'), 'TeamsPage'),
})

const detail = createRoute({
  getParentRoute: () => teams,
  path: '/$teamId',
  loader: ({ context: { queryClient }, params: { teamId } }) =>
    queryClient.ensureQueryData(operationQuery('team_get', { teamId })),
  staticData: { crumb: TeamCrumb },
  component: lazyRouteComponent(() => import('./detail.tsx'), 'TeamPage'),
})

export const teamRoutes = teams.addChildren([list, detail])

export const teamsNoun = {
  instanceNav: {
    group: 'access',
    key: 't',
    label: () => t.teams.title,
    icon: UsersRound,
    to: () => paths.teams(),
  },
  places: {
    team_list: '/teams',
    team_create: '/teams',
    team_get: '/teams/$teamId',
    team_update: '/teams/$teamId',
    team_delete: '/teams/$teamId',
    team_member_add: '/teams/$teamId',
    team_member_update: '/teams/$teamId',
    team_member_remove: '/teams/$teamId',
    team_invitation_list: '/teams/$teamId',
    team_invite: '/teams/$teamId',
    team_invitation_revoke: '/teams/$teamId',
  },
  sheets: {
    team_create: '',
    team_member_add: 'members',
    team_invite: '',
    team_delete: 'settings',
  },
} as const satisfies Noun
