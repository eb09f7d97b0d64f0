import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { FigureStrip, StripFigure } from '../../components/figure-strip.tsx'
import { ButtonLink } from '../../components/link.tsx'
import { WeekBefore } from '../../components/week-before.tsx'
import { paths } from '../../paths.ts'
import { formatNumber, formatPercent } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { busyProjects } from './busy-projects.ts'
import { Counted } from './counted.tsx'
import { newestProjects } from './early-reads.ts'
import { Projects } from './project-rows.tsx'
import { shareOf } from './share.ts'

/** Sign-ins of the last day: those of all projects and of the projects with the most. An idle instance shows its newest projects. */
export function Figures() {
  const { data: overview, isPending } = useOperationPage('sign_in_overview_get', {})
  const newest = useOperationPage('project_list', newestProjects).data
  if (!newest || newest.projects.length === 0) return null
  const { rows, idle } = busyProjects(overview, newest)
  return (
    <>
      <Totals overview={overview} isPending={isPending} projects={newest.total} />
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
  readonly overview: Answer<'sign_in_overview_get'> | undefined
  readonly isPending: boolean
  readonly projects: number | undefined
}

function Totals({ overview, isPending, projects }: TotalsProps) {
  const share = shareOf(overview?.total)
  const former = shareOf(overview?.weekBefore)
  const counted = (of: 'succeeded' | 'failed') => ({
    value: <Counted value={overview?.total[of]} isPending={isPending} />,
    note: overview && <WeekBefore counts={overview} of={of} />,
    to: paths.activity(),
  })
  return (
    <FigureStrip label={t.home.shared}>
      <StripFigure name={t.home.signIns} {...counted('succeeded')} />
      <StripFigure name={t.home.failed} {...counted('failed')} />
      <StripFigure
        name={t.home.succeeded}
        value={share === undefined ? <Counted isPending={isPending} /> : formatPercent(share)}
        note={former !== undefined && t.projects.pulseBefore(formatPercent(former))}
        to={paths.activity()}
      />
      {projects !== undefined && (
        <StripFigure name={t.nav.projects} value={formatNumber(projects)} to={paths.projects()} />
      )}
    </FigureStrip>
  )
}
