import { useOperationPage } from '../../api/operation.ts'
import { ButtonLink, TextLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { formatNumber, formatPercent } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { newestProjects } from './queries.ts'

const most = 6

/** Share of failures from which their number is marked. */
const many = 0.2

interface Row {
  readonly id: string
  readonly name: string
  readonly succeeded: number
  readonly failed: number
}

/** Sign-ins of the last day: those of all projects, and the projects with the most. Newer projects fill the list. */
export function Figures() {
  const overview = useOperationPage('sign_in_overview_get', {}).data
  const newest = useOperationPage('project_list', newestProjects).data
  if (!overview || !newest || newest.projects.length === 0) return null
  const { projects, total } = overview
  const others = newest.projects.filter(({ id }) => projects.every((one) => one.id !== id))
  const rows: readonly Row[] = [
    ...projects,
    ...others.map(({ id, name }) => ({ id, name, succeeded: 0, failed: 0 })),
  ]
  const all = total.succeeded + total.failed
  return (
    <>
      <dl
        aria-label={t.home.shared}
        className="grid grid-cols-2 gap-y-3 rounded-xl bg-surface px-4 py-3 shadow-card ring-1 ring-line sm:grid-cols-4 sm:px-5"
      >
        <Figure name={t.home.signIns} value={formatNumber(total.succeeded)} />
        <Figure name={t.home.failed} value={formatNumber(total.failed)} />
        <Figure name={t.home.succeeded} value={all === 0 ? '–' : formatPercent(total.succeeded / all)} />
        {newest.total !== undefined && <Figure name={t.nav.projects} value={formatNumber(newest.total)} />}
      </dl>
      <Card
        flush
        title={t.nav.projects}
        actions={
          <ButtonLink {...paths.projects()} size="sm">
            {t.nav.allProjects}
          </ButtonLink>
        }
      >
        <Projects rows={rows.slice(0, most)} />
      </Card>
    </>
  )
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div className="grid content-start">
    <dt className="text-sm text-quiet">{name}</dt>
    <dd className="text-lg font-semibold tabular">{value}</dd>
  </div>
)

const number = 'px-3 py-1.5 text-right tabular last:pr-4 sm:last:pr-5'

const Projects = ({ rows }: { rows: readonly Row[] }) => (
  <table className="mt-2 mb-1 w-full border-collapse">
    <thead className="border-b border-line text-sm text-quiet">
      <tr>
        <td />
        <th scope="col" className={`${number} font-medium`}>
          {t.home.signIns}
        </th>
        <th scope="col" className={`${number} font-medium`}>
          {t.home.failed}
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, name, succeeded, failed }) => (
        <tr key={id} className="border-b border-line last:border-b-0">
          <th
            scope="row"
            className="px-4 py-1.5 min-w-32 text-left font-normal wrap-break-word sm:w-1/2 sm:px-5"
          >
            <TextLink {...paths.project(id)}>{name}</TextLink>
          </th>
          <td className={number}>{formatNumber(succeeded)}</td>
          <td className={`${number} ${failed > many * (succeeded + failed) ? 'text-caution' : ''}`}>
            {formatNumber(failed)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
