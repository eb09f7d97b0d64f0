import { useParams } from '@tanstack/react-router'
import { Page } from '../../layouts/page.tsx'
import { t } from '../../texts/index.ts'
import { Timeline } from '../audit/timeline.tsx'

export function ProjectAuditPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/audit' })
  return (
    <Page title={t.nav.audit} text={t.projects.auditText}>
      <Timeline filter={{ project: projectId }} />
    </Page>
  )
}
