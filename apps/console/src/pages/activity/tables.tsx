import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import { RowLink } from '../../components/link.tsx'
import { ListEmpty } from '../../components/list-empty.tsx'
import { Pager } from '../../components/pager.tsx'
import { type Column, NameCell, numberColumn, textColumn } from '../../components/table/column.tsx'
import { QueryTable } from '../../components/table/query-table.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { monthChange } from './figures.tsx'
import { addMonths, busiest, figureOf, type Overview } from './overview.ts'

const pageSize = 25

const there = { error: null, isPending: false, isPlaceholderData: false, refetch: never } as const
async function never(): Promise<never> {
  throw new TypeError('The data of this table is never read again.')
}

interface Row {
  readonly months: Overview['totals']['months']
}

const wide = '@max-2xl:hidden'

const monthColumns = <R extends Row>(month: string): readonly Column<R>[] => [
  numberColumn('users', t.activity.users, ({ months }) => figureOf(months, month) ?? null, {
    className: 'w-36',
  }),
  numberColumn('before', t.activity.before, ({ months }) => figureOf(months, addMonths(month, -1)) ?? null, {
    className: `w-36 ${wide}`,
  }),
  textColumn(
    'change',
    t.activity.change,
    ({ months }) => monthChange(month, figureOf(months, month), figureOf(months, addMonths(month, -1))),
    { className: `w-32 text-right ${wide}` },
  ),
]

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
  textColumn('team', t.shell.teamKinds.regular, ({ customer }) => customer?.name ?? '–', { className: wide }),
]

export const Projects = ({ overview: { month, projects } }: { overview: Overview }) => (
  <Busiest
    title={t.activity.projects}
    month={month}
    rows={projects}
    columns={projectColumns}
    quietText={t.activity.quietProjects}
  />
)

const teamColumns: readonly Column<Overview['customers'][number]>[] = [
  {
    id: 'name',
    header: t.shell.teamKinds.regular,
    cell: ({ id, name }) => <RowLink {...paths.team(id)}>{name}</RowLink>,
  },
  textColumn('contacts', t.activity.contacts, ({ contacts }) => contacts.join(', ') || '–', {
    className: wide,
  }),
]

export const Teams = ({ overview: { month, customers } }: { overview: Overview }) => (
  <Busiest
    title={t.activity.teams}
    text={t.activity.teamsText}
    month={month}
    rows={customers}
    columns={teamColumns}
    quietText={t.activity.quietTeams}
  />
)

interface BusiestProps<R> {
  readonly title: string
  readonly text?: string
  readonly month: string
  readonly rows: readonly R[]
  readonly columns: readonly Column<R>[]
  readonly quietText: (count: number) => string
}

function Busiest<R extends Row>({ title, text, month, rows, columns, quietText }: BusiestProps<R>) {
  const [page, setPage] = useState(1)
  const { busy, quiet } = busiest(rows, month)
  // Another month may have fewer pages.
  const shown = Math.min(page, Math.max(1, Math.ceil(busy.length / pageSize)))
  const notes = [text, quiet > 0 && quietText(quiet)].filter(Boolean).join(' ')
  return (
    <section className="grid grid-cols-1 gap-2">
      <div>
        <h2 className="font-semibold">{title}</h2>
        {notes && <p className="text-sm text-quiet">{notes}</p>}
      </div>
      <Card flush>
        <QueryTable
          label={title}
          query={there}
          rows={busy.slice((shown - 1) * pageSize, shown * pageSize)}
          columns={[...columns, ...monthColumns<R>(month)]}
          empty={<ListEmpty kind="people" icon={<ChartColumn size={20} />} title={t.activity.nobody} />}
          footer={
            busy.length > pageSize && (
              <Pager page={shown} pageSize={pageSize} total={busy.length} onPage={setPage} />
            )
          }
        />
      </Card>
    </section>
  )
}
