import { UsersRound } from 'lucide-react'
import { RowLink } from '../../components/link.tsx'
import { useList } from '../../components/list/list-pages.tsx'
import { LetterMark } from '../../components/object-mark.tsx'
import { type Column, createdColumn, NameCell, textColumn } from '../../components/table/column.tsx'
import { ListPage } from '../../layouts/list-page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { lastActiveColumn } from '../users/last-active-column.tsx'
import type { Administrator } from './administrator.ts'
import { AdministratorBadges } from './badges.tsx'
import { NewAdministrator } from './create.tsx'

const columns: readonly Column<Administrator>[] = [
  {
    id: 'email',
    header: t.administrators.email,
    sort: 'email',
    cell: (administrator) => (
      <NameCell
        mark={<LetterMark name={administrator.email} isRound />}
        badges={<AdministratorBadges administrator={administrator} />}
      >
        <RowLink {...paths.administrator(administrator.id)}>{administrator.email}</RowLink>
      </NameCell>
    ),
  },
  textColumn(
    'teams',
    t.administrators.teams,
    ({ teams }) =>
      teams
        .filter(({ kind }) => kind !== 'personal')
        .map(({ name }) => name)
        .join(', ') || '–',
    { className: '@max-2xl:hidden' },
  ),
  textColumn(
    'authenticator',
    t.administrators.secondFactor,
    ({ authenticator }) => (authenticator ? t.administrators.authenticator : '–'),
    { className: '@lg:w-40' },
  ),
  lastActiveColumn('w-36'),
  createdColumn(),
]

export function AdministratorsPage() {
  const { query, pager } = useList('admin_list', {}, columns)
  return (
    <ListPage
      list="administrators"
      title={t.administrators.title}
      text={t.administrators.text}
      actions={<NewAdministrator />}
      search={{ label: t.administrators.search }}
      query={query}
      rows={query.data?.administrators}
      columns={columns}
      pager={pager}
      order="email"
      first={{ kind: 'people', icon: <UsersRound size={20} />, title: t.administrators.none }}
      noMatch={{ title: t.administrators.none }}
    />
  )
}
