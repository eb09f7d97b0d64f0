import type { ReactNode } from 'react'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'
import { Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextList } from '../../ui/text-list.tsx'
import { AdvancedFields } from './advanced-fields.tsx'
import { type ResourceForm, type ResourceValues, scopesOf } from './values.ts'

interface FieldsProps {
  readonly form: ResourceForm
  /** Further rare fields. */
  readonly children?: ReactNode
}

export function ResourceFields({ form, children }: FieldsProps) {
  const { values, set, errorAt, errorsWithin } = form
  return (
    <>
      <FormText form={form} name="name" label={t.common.name} />
      <TextList
        label={t.resources.scopes}
        hint={t.resources.scopesHint}
        values={values.scopes}
        onChange={(scopes) => set({ scopes })}
        errorOf={(index) => (index < 0 ? errorAt('scopes') : errorAt(`scopes.${index}`))}
        addLabel={t.resources.addScope}
        placeholder="orders.read"
        max={200}
      />
      <Descriptions form={form} error={errorsWithin('scopeDescriptions')} />
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

function Descriptions({ form, error }: { form: ResourceForm; error: string | undefined }) {
  const { values, set } = form
  const scopes = scopesOf(values)
  if (scopes.length === 0) return null
  const change = (scope: string, part: Partial<ResourceValues['descriptions'][string]>): void => {
    const now = values.descriptions[scope] ?? { description: '', kind: 'act' as const }
    set({ descriptions: { ...values.descriptions, [scope]: { ...now, ...part } } })
  }
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="font-medium">{t.resources.descriptions}</legend>
      <p className="text-sm text-quiet">{t.resources.descriptionsText}</p>
      {scopes.map((scope) => (
        <div key={scope} className="grid grid-cols-1 gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <TextField
            label={scope}
            optional
            value={values.descriptions[scope]?.description ?? ''}
            onChange={(description) => change(scope, { description })}
          />
          <Select
            label={t.resources.kind}
            options={(['see', 'act'] as const).map((value) => ({ value, label: t.resources.kinds[value] }))}
            value={values.descriptions[scope]?.kind ?? 'act'}
            onChange={(kind) => change(scope, { kind })}
          />
        </div>
      ))}
      {error && <p className="text-sm text-problem">{error}</p>}
    </fieldset>
  )
}
