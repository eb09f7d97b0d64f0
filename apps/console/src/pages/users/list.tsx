import { limits, type UserRow } from '@signet/contracts'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { SearchX, UserPlus, Users } from 'lucide-react'
import { useOperation, useOperationPage } from '../../api/operation.ts'
import { ButtonLink, RowLink } from '../../components/link.tsx'
import { Pager } from '../../components/pager.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { useSelection } from '../../components/selection-bar.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import type { UserListSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Day } from '../../ui/time.tsx'
import { UserBulk } from './bulk.tsx'
import { UserFilters } from './filters.tsx'
import { UserStatusBadge } from './status.tsx'

const pageSize = limits.userPage.default
const helper = columnHelper<UserRow>()
const columnsOf = (projectId: string) =>
  helper.columns([
    helper.accessor('email', {
      header: t.nav.user,
      cell: ({ row: { original: user } }) => (
        <div className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <RowLink {...paths.user(projectId, user.id)}>{user.email}</RowLink>
            {!user.verified && <Badge tone="caution">{t.users.unverified}</Badge>}
          </span>
          {user.username && <span className="text-sm text-quiet">{user.username}</span>}
        </div>
      ),
    }),
    helper.accessor('status', {
      header: t.users.status,
      meta: { className: 'w-32' },
      cell: ({ getValue }) => <UserStatusBadge status={getValue()} />,
    }),
    helper.accessor('groups', {
      header: t.users.groups,
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
      header: t.users.secondFactor,
      meta: { className: 'max-md:hidden w-36' },
      cell: ({ getValue }) => (
        <span className="text-quiet">{getValue() ? t.users.authenticator : t.common.none}</span>
      ),
    }),
    helper.accessor('createdAt', {
      header: t.common.created,
      meta: { className: 'max-sm:hidden w-36' },
      cell: ({ getValue }) => (
        <span className="text-quiet">
          <Day at={getValue()} />
        </span>
      ),
    }),
  ])

const idOfUser = ({ id }: UserRow): string => id
const nameOfUser = ({ email }: UserRow): string => email

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
      {t.users.new}
    </ButtonLink>
  )
  const rows = query.data?.users ?? []
  const selection = useSelection(rows.map(({ id }) => id))
  const refusal = refusalFor(project, 'manageUsers')
  const total = query.data?.totalResults ?? 0
  return (
    <Page title={t.nav.users} text={t.users.text(project.name)} actions={create}>
      <UserFilters filters={filters} onChange={(next) => show(next, true)} />
      <UserBulk projectId={projectId} selection={selection} rows={rows} refusal={refusal} />
      <Card flush>
        <QueryTable
          label={t.nav.users}
          query={query}
          rows={rows}
          columns={columnsOf(projectId)}
          {...(refusal === null ? { selection: { ...selection, idOf: idOfUser, nameOf: nameOfUser } } : {})}
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
    title={t.users.noMatch}
    action={<Button onPress={onClear}>{t.common.clearFilters}</Button>}
  >
    {t.users.noMatchText}
  </EmptyState>
)

const FirstUser = ({ action }: { action: React.ReactNode }) => (
  <EmptyState icon={<Users size={20} />} title={t.users.first} action={action}>
    {t.users.firstText}
  </EmptyState>
)
