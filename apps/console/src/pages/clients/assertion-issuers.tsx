import { limits } from '@signet/contracts'
import { Plus, Trash2 } from 'lucide-react'
import type { FormState } from '../../components/form.tsx'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { type IssuerValues, newIssuer, type TokenGrantValues } from './token-grant-values.ts'

interface Props {
  readonly form: Pick<FormState<TokenGrantValues>, 'values' | 'set' | 'errorAt'>
  readonly isDisabled: boolean
}

/** The issuers whose JWTs the application may exchange. */
export function AssertionIssuers({ form, isDisabled }: Props) {
  const texts = t.clients.tokenGrants
  const { issuers } = form.values
  const change = (key: string, part: Partial<IssuerValues>) =>
    form.set({ issuers: issuers.map((one) => (one.key === key ? { ...one, ...part } : one)) })
  return (
    <div className="grid gap-4">
      {issuers.map((row, index) => (
        <IssuerFields
          key={row.key}
          row={row}
          isDisabled={isDisabled}
          errorAt={(member) => form.errorAt(`assertionIssuers.${index}.${member}`)}
          onChange={(part) => change(row.key, part)}
          onRemove={() => form.set({ issuers: issuers.filter(({ key }) => key !== row.key) })}
        />
      ))}
      {issuers.length < limits.assertionIssuers && (
        <div>
          <Button
            size="sm"
            isDisabled={isDisabled}
            onPress={() => form.set({ issuers: [...issuers, newIssuer()] })}
          >
            <Plus size={15} aria-hidden />
            {texts.addIssuer}
          </Button>
        </div>
      )}
    </div>
  )
}

interface IssuerFieldsProps {
  readonly row: IssuerValues
  readonly isDisabled: boolean
  readonly errorAt: (member: string) => string | undefined
  readonly onChange: (part: Partial<IssuerValues>) => void
  readonly onRemove: () => void
}

const subjects = ['email', 'account', 'userName', 'externalId', 'provider'] as const

function IssuerFields({ row, isDisabled, errorAt, onChange, onRemove }: IssuerFieldsProps) {
  const texts = t.clients.tokenGrants
  return (
    <fieldset className="grid gap-3 rounded-lg p-3 ring-1 ring-inset ring-line">
      <legend className="sr-only">{row.issuer || texts.issuer}</legend>
      <TextField
        label={texts.issuer}
        mono
        placeholder="https://issuer.example"
        isDisabled={isDisabled}
        value={row.issuer}
        onChange={(issuer) => onChange({ issuer })}
        error={errorAt('issuer')}
      />
      {row.jwks ? (
        <p className="text-sm text-quiet">{texts.keysStored}</p>
      ) : (
        <TextField
          label={texts.keys}
          hint={texts.keysHint}
          optional
          mono
          isDisabled={isDisabled}
          value={row.jwksUri}
          onChange={(jwksUri) => onChange({ jwksUri })}
          error={errorAt('jwksUri')}
        />
      )}
      <Checkbox
        label={texts.identityAssertions}
        hint={texts.identityAssertionsHint}
        isDisabled={isDisabled}
        isSelected={row.identityAssertions}
        onChange={(identityAssertions) => onChange({ identityAssertions })}
      />
      <Select
        label={texts.subject}
        isDisabled={isDisabled}
        options={subjects.map((value) => ({ value, label: texts.subjects[value] }))}
        value={row.subject}
        onChange={(subject) => onChange({ subject })}
        error={errorAt('subject')}
      />
      {row.subject === 'provider' && (
        <TextField
          label={texts.provider}
          isDisabled={isDisabled}
          value={row.providerId}
          onChange={(providerId) => onChange({ providerId })}
          error={errorAt('providerId')}
        />
      )}
      <TextField
        label={texts.age}
        inputMode="numeric"
        isDisabled={isDisabled}
        value={row.maxSeconds}
        onChange={(maxSeconds) => onChange({ maxSeconds: maxSeconds.replace(/\D/g, '') })}
        error={errorAt('maxSeconds')}
      />
      <div>
        <Button size="sm" kind="danger-quiet" isDisabled={isDisabled} onPress={onRemove}>
          <Trash2 size={15} aria-hidden />
          {texts.removeIssuer(row.issuer || texts.issuer)}
        </Button>
      </div>
    </fieldset>
  )
}
