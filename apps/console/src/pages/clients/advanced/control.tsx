import type { FormState } from '../../../components/form.tsx'
import { LogoField } from '../../../components/logo-field.tsx'
import { t } from '../../../texts/index.ts'
import { Checkbox, Switch } from '../../../ui/choice.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextList } from '../../../ui/text-list.tsx'
import { lineError } from '../values/line-error.ts'
import { type AdvancedField, type AdvancedValues, advancedFields, type Control } from './fields.ts'

interface ControlProps {
  readonly form: Pick<FormState<AdvancedValues>, 'values' | 'set' | 'errorAt' | 'errorsWithin'>
  readonly field: AdvancedField
  readonly isDisabled: boolean
}

/** Grants without a sign-in have a separate card. */
const grants = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code',
  'urn:openid:params:grant-type:ciba',
] as const

export function AdvancedControl({ form, field, isDisabled }: ControlProps) {
  const control: Control = advancedFields[field]
  const { label, hint } = t.clients.advanced.fields[field]
  const value = form.values[field] ?? ''
  const set = (next: AdvancedValues[string]) => form.set({ [field]: next })
  const common = { label, hint, isDisabled, error: form.errorAt(field) }
  const text = String(value)
  const lines = Array.isArray(value) ? value.map(String) : []
  if (control.kind === 'switch') return <Switch {...common} isSelected={value === true} onChange={set} />
  if (control.kind === 'choice')
    return (
      <Select
        {...common}
        options={optionsOf(field, control, text)}
        value={text}
        onChange={(next) => set(next)}
      />
    )
  if (control.kind === 'logo') return <LogoField {...common} value={text} onChange={set} />
  if (control.kind === 'keys')
    return (
      <TextField
        {...common}
        error={form.errorsWithin(field)}
        optional
        mono
        rows={6}
        name={field}
        value={text}
        onChange={set}
      />
    )
  if (control.kind === 'text')
    return (
      <TextField
        {...common}
        optional
        mono
        name={field}
        placeholder={control.placeholder}
        value={text}
        onChange={set}
      />
    )
  if (control.kind === 'lines')
    return (
      <TextList
        label={label}
        hint={hint}
        optional
        isDisabled={isDisabled}
        addLabel={t.clients.advanced.addLine}
        max={control.max}
        values={lines}
        onChange={set}
        errorOf={(index) => lineError(form.errorAt, field, lines, index)}
      />
    )
  return <Grants {...common} chosen={lines} onChange={set} error={form.errorsWithin(field)} />
}

/** Includes a stored choice that a new application cannot have. */
function optionsOf(
  field: AdvancedField,
  { options, hasDefault }: Extract<Control, { kind: 'choice' }>,
  chosen: string,
) {
  const { choices, automatic } = t.clients.advanced
  const names: Readonly<Record<string, string>> =
    field === 'tokenEndpointAuthMethod' ? t.clients.methods : choices
  const known = hasDefault ? ['default', ...options] : options
  const values = known.includes(chosen) ? known : [...known, chosen]
  return values.map((value) => ({ value, label: value === 'default' ? automatic : (names[value] ?? value) }))
}

interface GrantsProps {
  readonly label: string
  readonly hint: string
  readonly isDisabled: boolean
  readonly error: string | undefined
  readonly chosen: readonly string[]
  readonly onChange: (grants: readonly string[]) => void
}

const Grants = ({ label, hint, isDisabled, error, chosen, onChange }: GrantsProps) => (
  <fieldset className="grid gap-1">
    <legend className="font-medium">{label}</legend>
    <p className="text-sm text-quiet">{hint}</p>
    {grants.map((grant) => (
      <Checkbox
        key={grant}
        label={t.clients.grants[grant]}
        isDisabled={isDisabled}
        isSelected={chosen.includes(grant)}
        onChange={(isOn) => onChange(isOn ? [...chosen, grant] : chosen.filter((each) => each !== grant))}
      />
    ))}
    {error && <p className="text-sm text-problem">{error}</p>}
  </fieldset>
)
