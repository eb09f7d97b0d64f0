import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { ButtonLink, RowLink } from '../../components/link.tsx'
import { LetterMark } from '../../components/object-mark.tsx'
import { paths } from '../../paths.ts'
import { formatNumber, formatPercent } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { busyProjects, type ProjectRow } from './busy-projects.ts'
import { newestProjects } from './early-reads.ts'

/** Share of failures from which their number is marked. */
const many = 0.2

const isMuch = (succeeded = 0, failed = 0): boolean => failed > many * (succeeded + failed)

/** Sign-ins of the last day: those of all projects and of the projects with the most. An idle instance shows its newest projects. */
export function Figures() {
  const { data: overview, isPending } = useOperationPage('sign_in_overview_get', {})
  const newest = useOperationPage('project_list', newestProjects).data
  if (!newest || newest.projects.length === 0) return null
  const { rows, idle } = busyProjects(overview, newest)
  return (
    <>
      <Totals total={overview?.total} isPending={isPending} projects={newest.total} />
      <Card
        flush
        title={t.nav.projects}
        actions={
          <ButtonLink {...paths.projects()} size="sm">
            {t.nav.allProjects}
          </ButtonLink>
        }
      >
        <Projects rows={rows} idle={idle} isPending={isPending} />
      </Card>
    </>
  )
}

interface TotalsProps {
  readonly total: Answer<'sign_in_overview_get'>['total'] | undefined
  readonly isPending: boolean
  readonly projects: number | undefined
}

function Totals({ total, isPending, projects }: TotalsProps) {
  const all = total ? total.succeeded + total.failed : 0
  const shown = (value: number | undefined) => <Counted value={value} isPending={isPending} />
  return (
    <dl
      aria-label={t.home.shared}
      className="grid grid-cols-2 overflow-hidden rounded-xl bg-surface shadow-card ring-1 ring-line sm:grid-cols-4"
    >
      <Figure name={t.home.signIns} value={shown(total?.succeeded)} />
      <Figure name={t.home.failed} value={shown(total?.failed)} />
      <Figure
        name={t.home.succeeded}
        value={total && all > 0 ? formatPercent(total.succeeded / all) : shown(undefined)}
      />
      {projects !== undefined && (
        <Figure name={t.nav.projects} to={paths.projects()} value={formatNumber(projects)} />
      )}
    </dl>
  )
}

/** The placeholder has the height of a number. */
const Counted = ({ value, isPending }: { value: number | undefined; isPending: boolean }) => {
  if (value !== undefined) return formatNumber(value)
  return isPending ? <Skeleton className="inline-block h-[0.8em] w-8" /> : '–'
}

interface FigureProps {
  readonly name: string
  readonly to?: LinkProps
  readonly value: ReactNode
}

const Figure = ({ name, to = paths.activity(), value }: FigureProps) => (
  <div className="relative px-4 py-3 hover:bg-hover/60 sm:px-5">
    <dt className="text-sm text-quiet">
      <RowLink {...to}>{name}</RowLink>
    </dt>
    <dd className="text-xl font-semibold tabular">{value}</dd>
  </div>
)

const number = 'min-w-22 px-2 sm:px-3 py-1.5 text-right tabular last:pr-4 sm:last:pr-5'

const name = 'w-full px-4 py-1.5 text-left sm:w-1/2 sm:px-5'

interface ProjectsProps {
  readonly rows: readonly ProjectRow[]
  /** Number of the projects that have no row. */
  readonly idle: number
  readonly isPending: boolean
}

const Projects = ({ rows, idle, isPending }: ProjectsProps) => (
  <table className="mt-2 mb-1 w-full border-collapse">
    <thead className="border-b border-line text-sm text-quiet">
      <tr>
        <th scope="col" className={`${name} font-medium`}>
          {t.nav.project}
        </th>
        <th scope="col" className={`${number} font-medium`}>
          {t.home.signIns}
        </th>
        <th scope="col" className={`${number} font-medium`}>
          {t.home.failed}
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, name: title, succeeded, failed }) => (
        <tr key={id} className="relative border-b border-line last:border-b-0 hover:bg-hover/60">
          <th scope="row" className={`${name} font-normal wrap-break-word`}>
            {isPending ? (
              <Skeleton className="my-1 h-3.5 w-40" />
            ) : (
              <span className="flex items-center gap-2.5">
                <LetterMark name={title} />
                <RowLink {...paths.project(id)}>{title}</RowLink>
              </span>
            )}
          </th>
          <td className={number}>
            <Counted value={succeeded} isPending={isPending} />
          </td>
          <td className={`${number} ${isMuch(succeeded, failed) ? 'text-caution' : ''}`}>
            <Counted value={failed} isPending={isPending} />
          </td>
        </tr>
      ))}
      {idle > 0 && (
        <tr className="relative hover:bg-hover/60">
          <td colSpan={3} className={`${name} text-quiet`}>
            <RowLink {...paths.projects()}>{t.home.idle(idle)}</RowLink>
          </td>
        </tr>
      )}
    </tbody>
  </table>
)
