import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { HourBars } from '../../components/hour-bars.tsx'
import { RowLink } from '../../components/link.tsx'
import { LetterMark } from '../../components/object-mark.tsx'
import { paths } from '../../paths.ts'
import { formatPercent } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ProjectRow } from './busy-projects.ts'
import { Counted } from './counted.tsx'
import { shareOf } from './share.ts'

/** Share of successful attempts below which the failures are marked. */
const few = 0.8

const number = 'min-w-22 px-2 py-1.5 text-right tabular sm:px-3'

/** The last column of a narrow page. */
const failures = `${number} max-sm:pr-4`

const name = 'py-1.5 pr-2 pl-4 text-left max-sm:w-full sm:pl-5'

/** Hidden on a narrow page. */
const wide = 'max-sm:hidden'

const hours = `w-1/4 px-3 py-1.5 text-left ${wide}`

interface ProjectsProps {
  readonly rows: readonly ProjectRow[]
  /** Number of the projects that have no row. */
  readonly idle: number
  readonly isPending: boolean
}

export const Projects = ({ rows, idle, isPending }: ProjectsProps) => {
  const most = Math.max(1, ...rows.flatMap(({ hours: counts = [] }) => counts))
  return (
    <table className="mt-2 mb-1 w-full border-collapse">
      <thead className="border-b border-line text-sm text-quiet">
        <tr>
          <Head className={name}>{t.nav.project}</Head>
          <Head className={hours}>{t.projects.pulse}</Head>
          <Head className={number}>{t.projects.pulseSignIns}</Head>
          <Head className={failures}>{t.home.failed}</Head>
          <Head className={`${number} ${wide}`}>{t.home.succeeded}</Head>
          <td className={wide} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} most={most} isPending={isPending} />
        ))}
        {idle > 0 && (
          <tr className="relative hover:bg-hover/60">
            <td colSpan={5} className={`${name} text-quiet`}>
              <RowLink {...paths.projects()}>{t.home.idle(idle)}</RowLink>
            </td>
            <Opens />
          </tr>
        )}
      </tbody>
    </table>
  )
}

const Head = ({ className, children }: { className: string; children: ReactNode }) => (
  <th scope="col" className={`${className} font-medium`}>
    {children}
  </th>
)

/** The whole row is a link. */
const Opens = () => (
  <td className={`w-10 pr-4 text-edge ${wide}`}>
    <ChevronRight size={14} aria-hidden />
  </td>
)

interface RowProps {
  readonly row: ProjectRow
  readonly most: number
  readonly isPending: boolean
}

const Row = ({ row, most, isPending }: RowProps) => {
  const { id, name: title, succeeded, failed } = row
  const share = shareOf(row)
  const isMuch = share !== undefined && share < few
  return (
    <tr className="relative border-b border-line last:border-b-0 hover:bg-hover/60">
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
      <td className={hours}>{row.hours && <HourBars hours={row.hours} most={most} />}</td>
      <td className={cx(number, succeeded === 0 && 'text-quiet')}>
        <Counted value={succeeded} isPending={isPending} />
      </td>
      <td className={cx(failures, failed === 0 && 'text-quiet', isMuch && 'text-caution')}>
        <Counted value={failed} isPending={isPending} />
      </td>
      <td className={cx(number, wide, share === undefined && 'text-quiet')}>
        {share === undefined ? <Counted isPending={isPending} /> : formatPercent(share)}
      </td>
      <Opens />
    </tr>
  )
}
