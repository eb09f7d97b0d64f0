import type { Project } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../api/client.ts'
import { operationQuery } from '../../api/operation.ts'
import { FigureStrip, StripFigure } from '../../components/figure-strip.tsx'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'

interface CountsProps {
  readonly project: Project
  readonly summary: Answer<'project_summary_get'> | undefined
  /** True for a project with a chart of its sign-ins, whose active users are counted. Another project counts its sign-ins. */
  readonly isInUse: boolean
}

const shown = (count: number | undefined): string => (count === undefined ? '–' : formatNumber(count))

export function Counts({ project, summary, isInUse }: CountsProps) {
  const { id: projectId } = project
  const hasSignIns = !isInUse && !project.deletion && project.can.readActivity
  const signIns = useQuery({
    ...operationQuery('project_sign_in_count_get', { projectId }),
    enabled: hasSignIns,
  })
  const users = useQuery(operationQuery('project_user_list', { projectId, count: 1 }))
  return (
    <FigureStrip label={t.projects.figures}>
      <StripFigure name={t.nav.users} value={shown(users.data?.totalResults)} to={paths.users(projectId)} />
      {isInUse && summary?.activeThisMonth !== undefined && (
        <StripFigure
          name={t.projects.limits.monthlyActiveUsers}
          value={shown(summary.activeThisMonth)}
          to={paths.projectActivity(projectId)}
        />
      )}
      <StripFigure
        name={t.nav.applications}
        value={shown(project.applications)}
        to={paths.applications(projectId)}
      />
      <StripFigure name={t.nav.resources} value={shown(project.apis)} to={paths.resources(projectId)} />
      {hasSignIns && (
        <StripFigure
          name={t.projects.pulseTile}
          value={shown(signIns.data?.total.succeeded)}
          to={paths.projectActivity(projectId)}
        />
      )}
    </FigureStrip>
  )
}
