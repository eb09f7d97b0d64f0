import { limits } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import { operationQuery } from '../../api/operation.ts'
import { RowLink } from '../../components/link.tsx'
import { LetterMark } from '../../components/object-mark.tsx'
import { type Column, NameCell, textColumn } from '../../components/table/column.tsx'
import { QueryTable } from '../../components/table/query-table.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { addressOf } from '../projects/address.ts'
import type { Team } from './refusals.ts'

type Row = Team['owns']['projects'][number]

/** The team has the names of its projects. One read of the first projects has their addresses. */
const manyProjects = operationQuery('project_list', { count: limits.listPage.max, sort: 'name' })

const columnsOf = (addresses: ReadonlyMap<string, string>): readonly Column<Row>[] => [
  {
    id: 'name',
    header: t.nav.project,
    cell: ({ id, name }) => (
      <NameCell mark={<LetterMark name={name} />}>
        <RowLink {...paths.project(id)}>{name}</RowLink>
      </NameCell>
    ),
  },
  textColumn('address', t.projects.address, ({ id }) => addresses.get(id)),
]

export function TeamProjects({ team: { owns } }: { team: Team }) {
  const query = useQuery(manyProjects)
  const addresses = new Map(query.data?.projects.map((project) => [project.id, addressOf(project)]))
  return (
    <Card flush>
      <QueryTable
        label={t.teams.owns}
        query={{ ...query, error: null, isPending: false, isPlaceholderData: false }}
        rows={owns.projects}
        columns={columnsOf(addresses)}
        empty={<p className="p-4 text-quiet">{t.teams.ownsNothing}</p>}
      />
    </Card>
  )
}
