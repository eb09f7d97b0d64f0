import type { Project } from '@signet/contracts'
import { useOperation } from '../../api/operation.ts'
import { EditCard } from '../../components/edit-card.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { t } from '../../texts/index.ts'
import { Switch } from '../../ui/choice.tsx'

export function AccountDeletion({ project }: { readonly project: Project }) {
  const texts = t.projects.accountDeletion
  const at = { projectId: project.id }
  const { allowed } = useOperation('project_account_deletion_get', at)
  return (
    <EditCard
      title={texts.title}
      label={texts.title}
      operation="project_account_deletion_set"
      initial={{ allowed }}
      toInput={(values) => ({ ...at, ...values })}
      fields={['allowed']}
      refusal={refusalFor(project, 'edit')}
      saveLabel={t.common.save}
      done={texts.saved}
    >
      {(form) => (
        <Switch
          label={texts.label}
          hint={texts.hint}
          isSelected={form.values.allowed}
          onChange={(chosen) => form.set({ allowed: chosen })}
        />
      )}
    </EditCard>
  )
}
