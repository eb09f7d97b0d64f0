import { limits } from '@signet/contracts'
import { Plus, Trash2 } from 'lucide-react'
import type { FormState } from '../../components/form.tsx'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { TextList } from '../../ui/text-list.tsx'
import { newReceiver, type ReceiverValues, type TokenGrantValues } from './token-grant-values.ts'
import { lineError } from './values/line-error.ts'

interface Props {
  readonly form: Pick<FormState<TokenGrantValues>, 'values' | 'set' | 'errorAt' | 'errorsWithin'>
  readonly isDisabled: boolean
}

/** The authorization servers for which the application gets identity assertions. */
export function AssertionAudiences({ form, isDisabled }: Props) {
  const texts = t.clients.tokenGrants
  const { receivers } = form.values
  const change = (key: string, part: Partial<ReceiverValues>) =>
    form.set({ receivers: receivers.map((one) => (one.key === key ? { ...one, ...part } : one)) })
  return (
    <fieldset className="grid gap-4">
      <legend className="font-medium">{texts.receivers}</legend>
      <p className="mt-1 text-sm text-quiet">{texts.receiversHint}</p>
      {receivers.map((row, index) => (
        <ReceiverFields
          key={row.key}
          row={row}
          isDisabled={isDisabled}
          errorAt={(member) => form.errorAt(`assertionAudiences.${index}.${member}`)}
          scopesError={form.errorsWithin(`assertionAudiences.${index}.scopes`)}
          onChange={(part) => change(row.key, part)}
          onRemove={() => form.set({ receivers: receivers.filter(({ key }) => key !== row.key) })}
        />
      ))}
      {receivers.length < limits.assertionAudiences.entries && (
        <div>
          <Button
            size="sm"
            isDisabled={isDisabled}
            onPress={() => form.set({ receivers: [...receivers, newReceiver()] })}
          >
            <Plus size={15} aria-hidden />
            {texts.addReceiver}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface ReceiverFieldsProps {
  readonly row: ReceiverValues
  readonly isDisabled: boolean
  readonly errorAt: (member: string) => string | undefined
  readonly scopesError: string | undefined
  readonly onChange: (part: Partial<ReceiverValues>) => void
  readonly onRemove: () => void
}

function ReceiverFields({ row, isDisabled, errorAt, scopesError, onChange, onRemove }: ReceiverFieldsProps) {
  const texts = t.clients.tokenGrants
  return (
    <fieldset className="grid gap-3 rounded-lg p-3 ring-1 ring-inset ring-line">
      <legend className="sr-only">{row.issuer || texts.receiver}</legend>
      <TextField
        label={texts.receiver}
        mono
        placeholder="https://login.partner.example"
        isDisabled={isDisabled}
        value={row.issuer}
        onChange={(issuer) => onChange({ issuer })}
        error={errorAt('issuer')}
      />
      <TextField
        label={texts.receiverClient}
        hint={texts.receiverClientHint}
        mono
        isDisabled={isDisabled}
        value={row.clientId}
        onChange={(clientId) => onChange({ clientId })}
        error={errorAt('clientId')}
      />
      <TextList
        label={texts.receiverResources}
        hint={texts.receiverResourcesHint}
        optional
        placeholder="https://api.partner.example"
        addLabel={texts.addResource}
        max={limits.assertionAudiences.resources}
        isDisabled={isDisabled}
        values={row.resources}
        onChange={(resources) => onChange({ resources })}
        errorOf={(index) => lineError(errorAt, 'resources', row.resources, index)}
      />
      <TextField
        label={texts.receiverScopes}
        hint={texts.receiverScopesHint}
        optional
        mono
        isDisabled={isDisabled}
        value={row.scopes}
        onChange={(scopes) => onChange({ scopes })}
        error={scopesError}
      />
      <TextField
        label={texts.receiverSeconds}
        inputMode="numeric"
        isDisabled={isDisabled}
        value={row.seconds}
        onChange={(seconds) => onChange({ seconds: seconds.replace(/\D/g, '') })}
        error={errorAt('seconds')}
      />
      <div>
        <Button size="sm" kind="danger-quiet" isDisabled={isDisabled} onPress={onRemove}>
          <Trash2 size={15} aria-hidden />
          {texts.removeIssuer(row.issuer || texts.receiver)}
        </Button>
      </div>
    </fieldset>
  )
}
