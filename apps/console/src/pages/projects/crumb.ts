import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { operationQuery } from '../../api/operation.ts'
import { t } from '../../texts/index.ts'

/** The routes' loader has the name ready; where reading failed the page says so, and the trail only leaves the name out. */
export function ProjectCrumb() {
  const { projectId = '' } = useParams({ strict: false })
  return useQuery(operationQuery('project_get', { projectId })).data?.name ?? t.nav.project
}
