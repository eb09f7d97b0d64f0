import type { ReactNode } from 'react'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'
import { Switch } from '../../ui/choice.tsx'
import { AdvancedFields } from './advanced-fields.tsx'
import { ScopesField } from './scopes-field.tsx'
import type { ResourceForm } from './values.ts'

interface FieldsProps {
  readonly form: ResourceForm
  /** Further rare fields. */
  readonly children?: ReactNode
}

export function ResourceFields({ form, children }: FieldsProps) {
  const { values, set, errorAt } = form
  return (
    <>
      <FormText form={form} name="name" label={t.common.name} />
      <ScopesField form={form} />
      <Switch
        label={t.resources.mcpServer}
        hint={t.resources.mcpServerHint}
        isSelected={values.mcpServer}
        onChange={(mcpServer) => set({ mcpServer })}
        error={errorAt('mcpServer')}
      />
      <AdvancedFields form={form}>{children}</AdvancedFields>
    </>
  )
}
