import { limits, type UserRow } from '@signet/contracts'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { SearchX, UserPlus, Users } from 'lucide-react'
import { useOperation, useOperationPage } from '../../api/operation.ts'
import { ButtonLink, RowLink } from '../../components/link.tsx'
import { Pager } from '../../components/pager.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import type { UserListSearch } from '../../searches.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Day } from '../../ui/time.tsx'
import { UserFilters } from './filters.tsx'
import { UserStatusBadge } from './status.tsx'

const pageSize = limits.userPage.default
const helper = columnHelper<UserRow>()
const columnsOf = (projectId: string) =>
  helper.columns([
    helper.accessor('email', {
      header: 'User',
      cell: ({ row: { original: user } }) => (
        <div className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <RowLink {...paths.user(projectId, user.id)}>{user.email}</RowLink>
            {!user.verified && <Badge tone="caution">Unverified</Badge>}
          </span>
          {user.username && <span className="text-sm text-quiet">{user.username}</span>}
        </div>
      ),
    }),
    helper.accessor('status', {
      header: 'Status',
      meta: { className: 'w-32' },
      cell: ({ getValue }) => <UserStatusBadge status={getValue()} />,
    }),
    helper.accessor('groups', {
      header: 'Groups',
      meta: { className: 'max-lg:hidden' },
      cell: ({ getValue }) => (
        <span className="text-sm text-quiet">
          {getValue()
            .map(({ displayName }) => displayName)
            .join(', ') || '–'}
        </span>
      ),
    }),
    helper.accessor('authenticator', {
      header: 'Second factor',
      meta: { className: 'max-md:hidden w-36' },
      cell: ({ getValue }) => <span className="text-quiet">{getValue() ? 'Authenticator' : 'None'}</span>,
    }),
    helper.accessor('createdAt', {
      header: 'Created',
      meta: { className: 'max-sm:hidden w-36' },
      cell: ({ getValue }) => (
        <span className="text-quiet">
          <Day at={getValue()} />
        </span>
      ),
    }),
  ])

export function UsersPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/users/' })
  const search = useSearch({ from: '/shell/projects/$projectId/users/' })
  const navigate = useNavigate()
  const project = useOperation('project_get', { projectId })
  const { page = 1, ...filters } = search
  const query = useOperationPage('project_user_list', {
    projectId,
    ...filters,
    startIndex: (page - 1) * pageSize + 1,
    count: pageSize,
  })
  const isFiltered = Object.keys(filters).length > 0
  const show = (next: UserListSearch, replace: boolean) =>
    void navigate({ ...paths.users(projectId, next), replace })
  const create = project.can.manageUsers && !project.deletion && (
    <ButtonLink {...paths.userNew(projectId)} kind="primary" icon={<UserPlus size={15} aria-hidden />}>
      New user
    </ButtonLink>
  )
  const total = query.data?.totalResults ?? 0
  return (
    <Page title="Users" text={`People who sign in to applications of ${project.name}.`} actions={create}>
      <UserFilters filters={filters} onChange={(next) => show(next, true)} />
      <Card flush>
        <QueryTable
          label="Users"
          query={query}
          rows={query.data?.users ?? []}
          columns={columnsOf(projectId)}
          empty={
            isFiltered || page > 1 ? (
              <NoMatch onClear={() => show({}, false)} />
            ) : (
              <FirstUser action={create} />
            )
          }
          footer={
            <Pager
              page={page}
              pageSize={pageSize}
              total={total}
              onPage={(next) => show({ ...filters, ...(next > 1 ? { page: next } : {}) }, false)}
            />
          }
        />
      </Card>
    </Page>
  )
}

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={<SearchX size={20} />}
    title="Nobody matches"
    action={<Button onPress={onClear}>Clear search and filters</Button>}
  >
    The search finds the start of an e-mail address or username in any letter case, or an exact id.
  </EmptyState>
)

const FirstUser = ({ action }: { action: React.ReactNode }) => (
  <EmptyState icon={<Users size={20} />} title="Nobody signs in here yet" action={action}>
    Create an account for somebody, open the project for sign-up in its settings, or let an identity provider
    or a directory bring people in.
  </EmptyState>
)
