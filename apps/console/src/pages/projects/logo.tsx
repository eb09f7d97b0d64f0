import type { Project } from '@signet/contracts'
import { useOperation } from '../../api/operation.ts'
import { EditCard } from '../../components/edit-card.tsx'
import { LogoField } from '../../components/logo-field.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { t } from '../../texts/index.ts'

export function Logo({ project }: { readonly project: Project }) {
  const texts = t.projects.logo
  const at = { projectId: project.id }
  const { logo } = useOperation('project_logo_get', at)
  const refusal = refusalFor(project, 'edit')
  return (
    <EditCard
      title={texts.title}
      text={texts.text}
      label={texts.title}
      operation="project_logo_set"
      initial={{ logo: logo ?? '' }}
      toInput={(values) => ({ ...at, logo: values.logo || null })}
      fields={['logo']}
      refusal={refusal}
      saveLabel={t.common.save}
      done={texts.saved}
    >
      {(form) => (
        <LogoField
          label={texts.label}
          hint={texts.hint}
          isDisabled={refusal !== null}
          error={form.errorAt('logo')}
          value={form.values.logo}
          onChange={(chosen) => form.set({ logo: chosen })}
        />
      )}
    </EditCard>
  )
}
