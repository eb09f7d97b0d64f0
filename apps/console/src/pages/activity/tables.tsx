import { RowLink } from '../../components/link.tsx'
import { type Column, NameCell, numberColumn, textColumn } from '../../components/table/column.tsx'
import { QueryTable } from '../../components/table/query-table.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import type { Overview } from './overview.ts'

/** Maximum number of shown rows; the charts count all. */
const most = 100

const there = { error: null, isPending: false, isPlaceholderData: false, refetch: never } as const
async function never(): Promise<never> {
  throw new TypeError('The data of this table is never read again.')
}

type Months = readonly { readonly month: string; readonly total: number }[]

const lastOf = (months: Months): number => months.at(-1)?.total ?? 0

const byFigure = <Row extends { readonly months: Months }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => lastOf(other.months) - lastOf(one.months)).slice(0, most)

const monthColumn = <Row extends { readonly months: Months }>(): Column<Row> =>
  numberColumn('users', t.activity.users, ({ months }) => lastOf(months), { className: 'w-36' })

const projectColumns: readonly Column<Overview['projects'][number]>[] = [
  {
    id: 'name',
    header: t.nav.project,
    cell: ({ id, name, deletedAt }) => (
      <NameCell badges={deletedAt && <Badge>{t.activity.deleted}</Badge>}>
        <RowLink {...paths.projectActivity(id)}>{name}</RowLink>
      </NameCell>
    ),
  },
  textColumn('team', t.shell.teamKinds.regular, ({ customer }) => customer?.name, {
    className: '@max-2xl:hidden',
  }),
  monthColumn(),
]

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

const teamColumns: readonly Column<Overview['customers'][number]>[] = [
  {
    id: 'name',
    header: t.shell.teamKinds.regular,
    cell: ({ id, name }) => <RowLink {...paths.team(id)}>{name}</RowLink>,
  },
  textColumn('contacts', t.activity.contacts, ({ contacts }) => contacts.join(', '), {
    className: '@max-2xl:hidden',
  }),
  monthColumn(),
]

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
