import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Answer } from '../../api/client.ts'
import { RowLink } from '../../components/link.tsx'
import { useListPages } from '../../components/list-pages.tsx'
import { NoMatch } from '../../components/no-match.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Day } from '../../ui/time.tsx'
import { AdministratorBadges } from './badges.tsx'
import { NewAdministrator } from './create.tsx'
import { Readiness } from './readiness.tsx'

export type Administrator = Answer<'admin_list'>['administrators'][number]

const helper = columnHelper<Administrator>()
const columns = helper.columns([
  helper.accessor('email', {
    header: t.administrators.email,
    cell: ({ row: { original } }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <RowLink {...paths.administrator(original.id)}>{original.email}</RowLink>
        <AdministratorBadges administrator={original} />
      </span>
    ),
  }),
  helper.accessor('teams', {
    header: t.administrators.teams,
    meta: { className: 'max-md:hidden' },
    cell: ({ getValue }) => (
      <span className="text-quiet">
        {getValue()
          .filter(({ kind }) => kind !== 'personal')
          .map(({ name }) => name)
          .join(', ')}
      </span>
    ),
  }),
  helper.accessor('createdAt', {
    header: t.common.created,
    meta: { className: 'max-lg:hidden w-36' },
    cell: ({ getValue }) => (
      <span className="text-quiet">
        <Day at={getValue()} />
      </span>
    ),
  }),
])

export function AdministratorsPage() {
  const { q = '' } = useSearch({ from: '/shell/administrators/' })
  const navigate = useNavigate()
  const { query, pager } = useListPages('admin_list', q.trim() ? { q: q.trim() } : {})
  const search = (next: string) =>
    void navigate({ ...paths.administrators(next ? { q: next } : {}), replace: true })
  return (
    <Page title={t.administrators.title} text={t.administrators.text} actions={<NewAdministrator />}>
      <div className="flex max-w-md">
        <SearchBox
          label={t.administrators.search}
          placeholder={t.administrators.search}
          value={q}
          onChange={search}
        />
      </div>
      <Card flush>
        <QueryTable
          label={t.administrators.title}
          query={query}
          rows={query.data?.administrators ?? []}
          columns={columns}
          footer={pager}
          empty={<NoMatch title={t.administrators.none} onClear={() => search('')} />}
        />
      </Card>
      <Readiness />
    </Page>
  )
}
