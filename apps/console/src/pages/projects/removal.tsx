import type { Project } from '@signet/contracts'
import { ActionRows } from '../../components/action-rows.tsx'
import { ConfirmButton } from '../../components/change-button.tsx'
import { useLeave } from '../../components/leave.ts'
import { refusalFor, refusalOfRight } from '../../components/refusal.ts'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'

/** Deletion in its two steps: scheduled, and taken back or done. */
export function Removal({ project }: { project: Project }) {
  const leave = useLeave()
  const { name } = project
  const input = { projectId: project.id }
  if (project.deletion)
    return (
      <Card title={t.projects.deleteCard}>
        <ActionRows
          rows={[
            {
              title: t.projects.restore,
              text: t.projects.restoreText,
              action: <Restore project={project} />,
            },
            {
              title: t.projects.purge,
              text: t.projects.purgeText,
              action: (
                <ConfirmButton
                  label={t.projects.purge}
                  refusal={refusalOfRight(project, 'delete')}
                  operation="project_purge"
                  input={input}
                  title={t.projects.purgeTitle(name)}
                  consequence={t.projects.purgeQuestion}
                  confirmLabel={t.projects.purge}
                  typedName={name}
                  done={t.projects.purged(name)}
                  onDone={() => leave(paths.projects())}
                />
              ),
            },
          ]}
        />
      </Card>
    )
  return (
    <Card
      title={t.projects.deleteCard}
      text={t.projects.deleteText}
      actions={
        <ConfirmButton
          label={t.common.delete}
          refusal={refusalFor(project, 'delete')}
          operation="project_delete"
          input={input}
          title={t.projects.deleteTitle(name)}
          consequence={t.projects.deleteQuestion}
          confirmLabel={t.projects.deleteLabel}
          done={t.projects.deleted(name)}
          onDone={() => leave(paths.project(project.id))}
        />
      }
    />
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
