import { type ListedUser, limits } from '@signet/contracts'
import { useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeftRight, ArrowUp, UserPlus, Users } from 'lucide-react'
import { useOperation, useOperationPage } from '../../api/operation.ts'
import { ButtonLink } from '../../components/link.tsx'
import { AddressPager } from '../../components/list/address-pager.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { useSelection } from '../../components/selection-bar.tsx'
import { type Column, createdColumn, textColumn } from '../../components/table/column.tsx'
import { ListPage } from '../../layouts/list-page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { nameOfAccount } from './account-name.ts'
import { UserBulk } from './bulk.tsx'
import { useUserFilters } from './filters.ts'
import { lastActiveColumn } from './last-active-column.tsx'
import { userListInput } from './list-input.ts'
import { ListedStatus } from './status.tsx'
import { UserCell } from './user-cell.tsx'

const { default: pageSize, queryCharacters } = limits.userPage

const OrderedAddress = () => (
  <span className="inline-flex items-center gap-1">
    {t.users.email}
    <ArrowUp size={13} aria-hidden />
  </span>
)

/** A wide list has a column of addresses, and a narrower one shows the address next to the name. */
const columnsOf = (projectId: string): readonly Column<ListedUser>[] => [
  {
    id: 'user',
    header: t.nav.user,
    head: (
      <>
        {t.nav.user}
        <span className="@3xl:hidden">
          {' '}
          · <OrderedAddress />
        </span>
      </>
    ),
    cell: (user) => <UserCell {...{ projectId, user }} hasAddressColumn />,
  },
  {
    ...textColumn<ListedUser>('email', t.users.email, nameOfAccount, { className: '@max-3xl:hidden' }),
    head: <OrderedAddress />,
    // The list has only this order, which has an index for millions of users.
    isOrder: true,
  },
  {
    id: 'status',
    header: t.users.status,
    className: '@lg:w-40',
    cell: (user) => <ListedStatus {...user} />,
  },
  textColumn(
    'groups',
    t.users.groups,
    ({ groups }) => groups.map(({ displayName }) => displayName).join(', ') || '–',
    { className: '@max-3xl:hidden' },
  ),
  textColumn(
    'authenticator',
    t.users.secondFactor,
    ({ authenticator }) => (authenticator ? t.users.authenticator : '–'),
    // Leaves its width to the address.
    { className: '@max-5xl:hidden w-28' },
  ),
  lastActiveColumn('@lg:@max-xl:hidden @lg:w-28'),
  { ...createdColumn<ListedUser>('@max-5xl:hidden w-28'), sort: undefined },
]

const idOfUser = ({ id }: ListedUser): string => id

export function UsersPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/users/' })
  const search = useSearch({ from: '/shell/projects/$projectId/users/' })
  const project = useOperation('project_get', { projectId })
  const query = useOperationPage('project_user_list', userListInput(projectId, search))
  const create = project.can.manageUsers && !project.deletion && (
    <ButtonLink {...paths.userNew(projectId)} kind="primary" icon={<UserPlus size={15} aria-hidden />}>
      {t.users.new}
    </ButtonLink>
  )
  const actions = project.can.manageUsers && !project.deletion && (
    <>
      <ButtonLink {...paths.userTransfer(projectId)} icon={<ArrowLeftRight size={15} aria-hidden />}>
        {t.users.transfer.link}
      </ButtonLink>
      {create}
    </>
  )
  const { users: rows = [], totalResults: total = 0, totalCapped: isCapped = false } = query.data ?? {}
  const selection = useSelection(rows.map(idOfUser))
  const refusal = refusalFor(project, 'manageUsers')
  const supportRefusal = refusalFor(project, 'supportUsers')
  return (
    <ListPage
      list="users"
      title={t.nav.users}
      text={t.users.text(project.name)}
      actions={actions}
      search={{
        label: t.users.search,
        placeholder: t.users.searchPlaceholder,
        maxLength: queryCharacters,
      }}
      filters={useUserFilters(projectId)}
      chosen={<UserBulk {...{ projectId, selection, rows, refusal, supportRefusal }} />}
      query={query}
      rows={rows}
      columns={columnsOf(projectId)}
      pager={<AddressPager pageSize={pageSize} total={total} isCapped={isCapped} hasFurther={false} />}
      selection={
        supportRefusal === null ? { ...selection, idOf: idOfUser, nameOf: nameOfAccount } : undefined
      }
      first={{
        icon: <Users size={20} />,
        title: t.users.first,
        text: t.users.firstText,
        action: actions,
      }}
      noMatch={{ title: t.users.noMatch, text: isCapped ? t.users.noMatchInRead : t.users.noMatchText }}
    />
  )
}
