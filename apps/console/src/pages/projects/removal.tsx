import type { Project } from '@signet/contracts'
import { useOperationPage } from '../../api/operation.ts'
import { ActionRows } from '../../components/action-rows.tsx'
import { ConfirmButton } from '../../components/change-button.tsx'
import { DeleteCard, deleteRow } from '../../components/deletion.tsx'
import { refusalFor, refusalOfRight } from '../../components/refusal.ts'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'

export function Removal({ project }: { project: Project }) {
  const { id: projectId, name } = project
  const input = { projectId }
  if (!project.deletion)
    return (
      <DeleteCard
        operation="project_delete"
        input={input}
        refusal={refusalFor(project, 'delete')}
        title={t.projects.deleteCard}
        text={t.projects.deleteText}
        question={t.projects.deleteTitle(name)}
        consequence={t.projects.deleteQuestion}
        confirmLabel={t.projects.deleteLabel}
        typedName={name}
        done={t.projects.deleted(name)}
        to={paths.project(projectId)}
      >
        <Extent project={project} />
      </DeleteCard>
    )
  const restoring = {
    title: t.projects.restore,
    text: t.projects.restoreText,
    action: <Restore project={project} />,
  }
  const purging = deleteRow({
    operation: 'project_purge',
    input,
    refusal: refusalOfRight(project, 'delete'),
    title: t.projects.purge,
    text: t.projects.purgeText,
    label: t.projects.purge,
    question: t.projects.purgeTitle(name),
    consequence: t.projects.purgeQuestion,
    confirmLabel: t.projects.purge,
    typedName: name,
    done: t.projects.purged(name),
    to: paths.projects(),
  })
  return (
    <Card title={t.projects.deleteCard}>
      <ActionRows rows={[restoring, purging]} />
    </Card>
  )
}

/** The objects and the use that a deletion ends. */
function Extent({ project: { id: projectId, applications } }: { project: Project }) {
  const users = useOperationPage('project_summary_get', { projectId }).data?.users
  const signIns = useOperationPage('project_sign_in_count_get', { projectId }).data?.total.succeeded
  return (
    users !== undefined &&
    signIns !== undefined && (
      <p className="font-medium">{t.projects.deleteFigures(applications, users, signIns)}</p>
    )
  )
}

export const Restore = ({ project }: { project: Project }) => (
  <ConfirmButton
    label={t.projects.restore}
    kind="secondary"
    danger={false}
    refusal={refusalOfRight(project, 'delete')}
    operation="project_restore"
    input={{ projectId: project.id }}
    title={t.projects.restoreTitle(project.name)}
    confirmLabel={t.projects.restore}
    done={t.projects.restored(project.name)}
  />
)
