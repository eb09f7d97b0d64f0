import { limits } from '@signet/contracts'
import { type ReactNode, useState } from 'react'
import type { FormState } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'
import { Switch } from '../../ui/choice.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Select } from '../../ui/select.tsx'
import { TextList } from '../../ui/text-list.tsx'
import { ScopeField } from './scope-field.tsx'
import { lineError } from './values/line-error.ts'
import { leadsBack, type PresetName, presets, signsPeopleIn } from './values/presets.ts'
import type { ApplicationValues } from './values/values.ts'

type Form = Pick<FormState<ApplicationValues>, 'values' | 'set' | 'errorAt'>

interface FieldsProps {
  readonly form: Form
  readonly kind: PresetName
  readonly isDisabled?: boolean
  /** Shows further fields, which a new application has at their defaults. */
  readonly isStored?: boolean
}

/** True when the library of a new application decided an option. */
const hasOptions = ({ pkce, idTokenClaims }: ApplicationValues): boolean =>
  pkce !== null || idTokenClaims !== null

export function ApplicationFields({ form, kind, isDisabled = false, isStored = false }: FieldsProps) {
  const { values, set, errorAt } = form
  const isForPeople = signsPeopleIn(presets[kind].fields)
  return (
    <>
      <FormText
        form={form}
        name="clientName"
        label={t.common.name}
        autoComplete="off"
        hint={isForPeople ? t.clients.nameHintPeople : t.clients.nameHintMachine}
        maxLength={limits.nameCharacters}
        isDisabled={isDisabled}
      />
      {leadsBack(presets[kind].fields) && (
        <AddressLists form={form} kind={kind} isDisabled={isDisabled} isStored={isStored} />
      )}
      <Folded isFolded={!isStored} hasError={errorAt('scope') !== undefined}>
        <ScopeField
          key={isForPeople ? 'people' : 'machine'}
          forPeople={isForPeople}
          isDisabled={isDisabled}
          value={values.scope}
          onChange={(scope) => set({ scope })}
          error={errorAt('scope')}
        />
        {isForPeople && <ConsentFields form={form} isDisabled={isDisabled} />}
        {isForPeople && (isStored || hasOptions(values)) && (
          <ProtocolFields form={form} kind={kind} isDisabled={isDisabled} />
        )}
      </Folded>
    </>
  )
}

interface FoldedProps {
  readonly isFolded: boolean
  readonly hasError: boolean
  readonly children: ReactNode
}

/** Fields of a new application with suitable defaults. */
function Folded({ isFolded, hasError, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false)
  if (!isFolded) return children
  return (
    <Disclosure summary={t.clients.scopesAndConsent} isOpen={isOpen || hasError} onToggle={setOpen}>
      {children}
    </Disclosure>
  )
}

const claimsOptions = { instance: null, scopes: true, userinfo: false } as const
const nameOfClaims = (value: boolean | null) =>
  value === null ? 'instance' : value ? ('scopes' as const) : ('userinfo' as const)

/** Options for libraries without PKCE or UserInfo. */
function ProtocolFields({ form, kind, isDisabled }: Omit<Required<FieldsProps>, 'isStored'>) {
  const { values, set, errorAt } = form
  return (
    <>
      {presets[kind].fields.tokenEndpointAuthMethod !== 'none' && (
        <Select
          label={t.clients.pkce}
          hint={t.clients.pkceHint}
          isDisabled={isDisabled}
          options={(['instance', 'required', 'optional'] as const).map((value) => ({
            value,
            label: t.clients.pkceOptions[value],
          }))}
          value={values.pkce ?? 'instance'}
          onChange={(value) => set({ pkce: value === 'instance' ? null : value })}
          error={errorAt('pkce')}
        />
      )}
      <Select
        label={t.clients.idTokenClaims}
        hint={t.clients.idTokenClaimsHint}
        isDisabled={isDisabled}
        options={(['instance', 'scopes', 'userinfo'] as const).map((value) => ({
          value,
          label: t.clients.idTokenOptions[value],
        }))}
        value={nameOfClaims(values.idTokenClaims)}
        onChange={(value) => set({ idTokenClaims: claimsOptions[value] })}
        error={errorAt('idTokenClaims')}
      />
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
        label={t.clients.redirects}
        hint={t.clients.presets[kind].redirectHint}
        placeholder={presets[kind].redirectPlaceholder}
        addLabel={t.clients.addRedirect}
        max={limits.redirectUris}
        {...list('redirectUris')}
      />
      <TextList
        label={t.clients.signOuts}
        optional
        hint={t.clients.signOutsHint}
        placeholder="https://app.example/"
        addLabel={t.clients.addSignOut}
        max={limits.redirectUris}
        {...list('postLogoutRedirectUris')}
      />
      {isStored && (
        <TextList
          label={t.clients.origins}
          optional
          hint={t.clients.originsHint}
          placeholder="https://app.example"
          addLabel={t.clients.addOrigin}
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
      label={t.clients.consent}
      hint={t.clients.consentHint}
      isDisabled={isDisabled}
      isSelected={values.requireConsent}
      onChange={(requireConsent) => set({ requireConsent })}
      error={errorAt('requireConsent')}
    />
    {values.requireConsent && (
      <Switch
        label={t.clients.partial}
        hint={t.clients.partialHint}
        isDisabled={isDisabled}
        isSelected={values.partialConsent}
        onChange={(partialConsent) => set({ partialConsent })}
        error={errorAt('partialConsent')}
      />
    )}
  </>
)
