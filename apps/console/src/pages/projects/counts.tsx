import type { Project } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { Answer } from '../../api/client.ts'
import { operationQuery } from '../../api/operation.ts'
import { RowLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'

interface CountsProps {
  readonly project: Project
  readonly summary: Answer<'project_summary_get'> | undefined
  /** True for a project with a chart of its sign-ins, whose active users are counted. Another project counts its sign-ins. */
  readonly isInUse: boolean
}

export function Counts({ project, summary, isInUse }: CountsProps) {
  const { id: projectId } = project
  const hasSignIns = !isInUse && !project.deletion && project.can.readActivity
  const signIns = useQuery({
    ...operationQuery('project_sign_in_count_get', { projectId }),
    enabled: hasSignIns,
  })
  const users = useQuery(operationQuery('project_user_list', { projectId, count: 1 }))
  return (
    <div className="grid grid-cols-2 gap-2 max-[22rem]:grid-cols-1 sm:grid-cols-4 sm:gap-4">
      <Count name={t.nav.users} count={users.data?.totalResults} to={paths.users(projectId)} />
      {isInUse && summary?.activeThisMonth !== undefined && (
        <Count
          name={t.projects.limits.monthlyActiveUsers}
          count={summary.activeThisMonth}
          to={paths.projectActivity(projectId)}
        />
      )}
      <Count name={t.nav.applications} count={project.applications} to={paths.applications(projectId)} />
      <Count name={t.nav.resources} count={project.apis} to={paths.resources(projectId)} />
      {hasSignIns && (
        <Count
          name={t.projects.pulseTile}
          count={signIns.data?.total.succeeded}
          to={paths.projectActivity(projectId)}
        />
      )}
    </div>
  )
}

interface CountProps {
  readonly name: string
  readonly count: number | undefined
  readonly to: LinkProps
}

const Count = ({ name, count, to }: CountProps) => (
  <div className="relative grid content-between gap-1 rounded-xl bg-surface px-2 py-3 shadow-card ring-1 ring-line transition-colors hover:bg-hover/60 sm:p-4">
    <span className="text-sm text-quiet">
      <RowLink {...to}>{name}</RowLink>
    </span>
    <span className="text-xl font-semibold tabular">{count === undefined ? '–' : formatNumber(count)}</span>
  </div>
)
