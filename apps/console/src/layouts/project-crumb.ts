import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { operationQuery } from '../api/operation.ts'
import { t } from '../texts/index.ts'

/** The routes' loader has read the name; after a failure, which the page reports, the text is general. */
export function useProjectName(): string {
  const { projectId = '' } = useParams({ strict: false })
  return useQuery(operationQuery('project_get', { projectId })).data?.name ?? t.nav.project
}

export const ProjectCrumb = () => useProjectName()
