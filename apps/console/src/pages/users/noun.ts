import { useQuery } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent, useParams } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { operationQuery } from '../../api/operation.ts'
import type { Noun } from '../../noun.ts'
import { paths } from '../../paths.ts'
import { project } from '../../routes/frame.ts'
import { userListSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'
import { nameOfAccount } from './account-name.ts'
import { userListInput } from './list-input.ts'

function UserCrumb() {
  const { projectId = '', userId = '' } = useParams({ strict: false })
  const user = useQuery(operationQuery('project_user_get', { projectId, userId })).data
  return user ? (user.name ?? nameOfAccount(user)) : t.nav.user
}

const users = createRoute({
  getParentRoute: () => project,
  path: '/users',
  staticData: { crumb: () => t.nav.users },
})

const list = createRoute({
  getParentRoute: () => users,
  path: '/',
  validateSearch: userListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { projectId }, deps }) =>
    void queryClient.prefetchQuery(operationQuery('project_user_list', userListInput(projectId, deps))),
  component: lazyRouteComponent(() => import('./list.tsx'), 'UsersPage'),
})

const create = createRoute({
  getParentRoute: () => users,
  path: '/new',
  staticData: { crumb: () => t.users.new },
  component: lazyRouteComponent(() => import('./create.tsx'), 'UserCreatePage'),
})

const transfer = createRoute({
  getParentRoute: () => users,
  path: '/transfer',
  loader: ({ context: { queryClient }, params: { projectId } }) =>
    Promise.all([
      queryClient.ensureQueryData(operationQuery('whoami', {})),
      queryClient.ensureQueryData(operationQuery('project_migration_hook_get', { projectId })),
    ]),
  staticData: { crumb: () => t.nav.userTransfer },
  component: lazyRouteComponent(() => import('./transfer.tsx'), 'UserTransferPage'),
})

const detail = createRoute({
  getParentRoute: () => users,
  path: '/$userId',
  loader: ({ context: { queryClient }, params: { projectId, userId } }) =>
    queryClient.ensureQueryData(operationQuery('project_user_get', { projectId, userId })),
  staticData: { crumb: UserCrumb },
  component: lazyRouteComponent(() => import('./detail.tsx'), 'UserPage'),
})

export const userRoutes = users.addChildren([list, create, transfer, detail])

const user = '/projects/$projectId/users/$userId'

export const usersNoun = {
  projectNav: {
    group: 'people',
    key: 'u',
    label: () => t.nav.users,
    icon: Users,
    to: (projectId) => paths.users(projectId),
  },
  places: {
    project_user_list: '/projects/$projectId/users',
    project_user_create: '/projects/$projectId/users/new',
    project_user_get: user,
    project_user_update: user,
    project_user_delete: user,
    project_user_data_export: user,
    project_user_erase: user,
    project_user_password_reset: user,
    federation_identity_list: user,
    federation_identity_delete: user,
    federation_identity_address_adopt: user,
    project_user_invite: user,
    project_user_verification_send: user,
    project_user_mark_verified: user,
    project_user_email_change: user,
    project_user_lock: user,
    project_user_unlock: user,
    project_user_totp_clear: user,
    project_user_sign_out: user,
    project_user_session_list: user,
    project_user_passkey_list: user,
    project_user_passkey_delete: user,
    project_user_passkey_invite: user,
    project_user_recovery_codes_delete: user,
    project_user_application_sign_out: user,
    project_user_assign_connection: user,
    project_user_import: '/projects/$projectId/users/transfer',
    project_user_export: '/projects/$projectId/users/transfer',
    project_user_bulk_activate: '/projects/$projectId/users',
    project_user_bulk_deactivate: '/projects/$projectId/users',
    project_user_bulk_sign_out: '/projects/$projectId/users',
    project_user_bulk_delete: '/projects/$projectId/users',
  },
  sheets: {
    project_user_password_reset: '',
    project_user_lock: 'access',
    project_user_sign_out: 'access',
    project_user_totp_clear: 'access',
    project_user_email_change: 'access',
    project_user_delete: 'access',
    project_user_erase: 'access',
    project_user_assign_connection: 'settings',
  },
} as const satisfies Noun
