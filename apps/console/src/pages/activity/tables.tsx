import { RowLink } from '../../components/link.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import type { Overview } from './page.tsx'

/** The most active are shown; the rest is counted in the charts. */
const most = 100

/** The read is there already. */
const there = { error: null, isPending: false, isPlaceholderData: false, refetch: never } as const
async function never(): Promise<never> {
  throw new TypeError('There is nothing to read again.')
}

type Months = readonly { readonly month: string; readonly total: number }[]

const lastOf = (months: Months): number => months.at(-1)?.total ?? 0

const byFigure = <Row extends { readonly months: Months }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => lastOf(other.months) - lastOf(one.months)).slice(0, most)

const number = 'text-right tabular w-36'

const project = columnHelper<Overview['projects'][number]>()
const projectColumns = project.columns([
  project.accessor('name', {
    header: t.nav.project,
    cell: ({ row: { original } }) => (
      <span className="flex flex-wrap items-center gap-2">
        <RowLink {...paths.projectActivity(original.id)}>{original.name}</RowLink>
        {original.deletedAt && <Badge>{t.activity.deleted}</Badge>}
      </span>
    ),
  }),
  project.accessor(({ customer }) => customer?.name ?? '', {
    id: 'team',
    header: t.shell.teamKinds.regular,
    meta: { className: 'max-md:hidden text-quiet' },
    cell: ({ getValue }) => getValue(),
  }),
  project.accessor(({ months }) => lastOf(months), {
    id: 'users',
    header: t.activity.users,
    meta: { className: number },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
])

export const Projects = ({ overview: { projects } }: { overview: Overview }) => (
  <section className="grid grid-cols-1 gap-2">
    <h2 className="font-semibold">{t.activity.projects}</h2>
    <Card flush>
      <QueryTable
        label={t.activity.projects}
        query={there}
        rows={byFigure(projects)}
        columns={projectColumns}
        empty={null}
      />
    </Card>
  </section>
)

const team = columnHelper<Overview['customers'][number]>()
const teamColumns = team.columns([
  team.accessor('name', {
    header: t.shell.teamKinds.regular,
    cell: ({ row: { original } }) => <RowLink {...paths.team(original.id)}>{original.name}</RowLink>,
  }),
  team.accessor('contacts', {
    header: t.activity.contacts,
    meta: { className: 'max-md:hidden text-quiet' },
    cell: ({ getValue }) => getValue().join(', '),
  }),
  team.accessor(({ months }) => lastOf(months), {
    id: 'users',
    header: t.activity.users,
    meta: { className: number },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
])

export const Teams = ({ overview: { customers } }: { overview: Overview }) => (
  <section className="grid grid-cols-1 gap-2">
    <div>
      <h2 className="font-semibold">{t.activity.teams}</h2>
      <p className="text-sm text-quiet">{t.activity.teamsText}</p>
    </div>
    <Card flush>
      <QueryTable
        label={t.activity.teams}
        query={there}
        rows={byFigure(customers)}
        columns={teamColumns}
        empty={null}
      />
    </Card>
  </section>
)
