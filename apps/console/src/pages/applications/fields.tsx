import { limits } from '@signet/contracts'
import type { FormState } from '../../components/form.tsx'
import { Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { TextList } from '../../ui/text-list.tsx'
import { lineError } from './line-error.ts'
import { type PresetName, presets, signsPeopleIn } from './presets.ts'
import { ScopeField } from './scope-field.tsx'
import type { ApplicationValues } from './values.ts'

type Form = Pick<FormState<ApplicationValues>, 'values' | 'set' | 'errorAt'>

interface FieldsProps {
  readonly form: Form
  readonly kind: PresetName
  readonly isDisabled?: boolean
  /** A stored application shows what a new one leaves at its default. */
  readonly isStored?: boolean
}

/** The fields of an application; those about people only where people sign in. */
export function ApplicationFields({ form, kind, isDisabled = false, isStored = false }: FieldsProps) {
  const { values, set, errorAt } = form
  const isForPeople = signsPeopleIn(presets[kind].fields)
  return (
    <>
      <TextField
        label="Name"
        name="clientName"
        autoComplete="off"
        hint={
          isForPeople
            ? 'People read it when they are asked for consent.'
            : 'For administrators and the audit.'
        }
        maxLength={limits.nameCharacters}
        isDisabled={isDisabled}
        value={values.clientName}
        onChange={(clientName) => set({ clientName })}
        error={errorAt('clientName')}
      />
      {isForPeople && <AddressLists form={form} kind={kind} isDisabled={isDisabled} isStored={isStored} />}
      <ScopeField
        key={isForPeople ? 'people' : 'machine'}
        forPeople={isForPeople}
        isDisabled={isDisabled}
        value={values.scope}
        onChange={(scope) => set({ scope })}
        error={errorAt('scope')}
      />
      {isForPeople && <ConsentFields form={form} isDisabled={isDisabled} />}
    </>
  )
}

function AddressLists({ form, kind, isDisabled, isStored }: Required<FieldsProps>) {
  const { values, set, errorAt } = form
  const list = (field: 'redirectUris' | 'postLogoutRedirectUris' | 'corsOrigins') => ({
    values: values[field],
    onChange: (lines: readonly string[]) => set({ [field]: lines }),
    errorOf: (index: number) => lineError(errorAt, field, values[field], index),
    isDisabled,
  })
  return (
    <>
      <TextList
        label="Redirect addresses"
        hint={presets[kind].redirectHint}
        placeholder={presets[kind].redirectPlaceholder}
        addLabel="Add a redirect address"
        max={limits.redirectUris}
        {...list('redirectUris')}
      />
      <TextList
        label="Sign-out addresses"
        optional
        hint="Where people may be sent after signing out."
        placeholder="https://app.example/"
        addLabel="Add a sign-out address"
        max={limits.redirectUris}
        {...list('postLogoutRedirectUris')}
      />
      {isStored && (
        <TextList
          label="Browser origins"
          optional
          hint="Pages of these origins may call the token and userinfo endpoints. Scheme, host and port only."
          placeholder="https://app.example"
          addLabel="Add an origin"
          max={limits.corsOrigins}
          {...list('corsOrigins')}
        />
      )}
    </>
  )
}

const ConsentFields = ({
  form: { values, set, errorAt },
  isDisabled,
}: Pick<Required<FieldsProps>, 'form' | 'isDisabled'>) => (
  <>
    <Switch
      label="Ask people for consent"
      hint="Turn it off for an application of your own, where asking would be a formality."
      isDisabled={isDisabled}
      isSelected={values.requireConsent}
      onChange={(requireConsent) => set({ requireConsent })}
      error={errorAt('requireConsent')}
    />
    {values.requireConsent && (
      <Switch
        label="Let people untick permissions"
        hint="They may grant some of what is asked and refuse the rest."
        isDisabled={isDisabled}
        isSelected={values.partialConsent}
        onChange={(partialConsent) => set({ partialConsent })}
        error={errorAt('partialConsent')}
      />
    )}
  </>
)
