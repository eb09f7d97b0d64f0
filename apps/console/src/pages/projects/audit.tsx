import { useParams, useSearch } from '@tanstack/react-router'
import { t } from '../../texts/index.ts'
import { AuditList } from '../audit/list.tsx'

const from = '/shell/projects/$projectId/audit'

export function ProjectAuditPage() {
  const { projectId } = useParams({ from })
  return <AuditList search={useSearch({ from })} project={projectId} text={t.projects.auditText} />
}
