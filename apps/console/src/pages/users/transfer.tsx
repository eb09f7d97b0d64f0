import { useParams } from '@tanstack/react-router'
import { useOperation } from '../../api/operation.ts'
import { refusalFor } from '../../components/refusal.ts'
import { Page } from '../../layouts/page.tsx'
import { t } from '../../texts/index.ts'
import { ExportCard } from './export-card.tsx'
import { ImportCard } from './import-card.tsx'
import { MigrationCard } from './migration-card.tsx'
import { MoveCard } from './move-card.tsx'

export function UserTransferPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/users/transfer' })
  const project = useOperation('project_get', { projectId })
  const { superAdministrator } = useOperation('whoami', {})
  const refusal = refusalFor(project, 'manageUsers')
  return (
    <Page title={t.nav.userTransfer} text={t.users.transfer.text(project.name)} width="narrow">
      <ImportCard projectId={projectId} refusal={refusal} />
      {!project.reserved && <MigrationCard projectId={projectId} refusal={refusalFor(project, 'edit')} />}
      <ExportCard projectId={projectId} refusal={refusal} isSuper={superAdministrator} />
      {superAdministrator && !project.reserved && project.addressForm !== 'root' && (
        <MoveCard projectId={projectId} />
      )}
    </Page>
  )
}
