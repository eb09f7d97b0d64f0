import type { FormState } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'
import { ClientAuthentication } from './client-authentication.tsx'
import { ProviderField } from './field.tsx'
import { type CatalogueEntry, type Field, shownFields } from './kind-fields.ts'
import type { Provider } from './texts.ts'

type Values = Record<Field | 'clientId' | 'secretExpiresOn', string> & Pick<Provider, 'clientAuthentication'>

interface OpenIdFieldsProps {
  readonly form: Pick<FormState<Values>, 'values' | 'set' | 'errorAt'>
  readonly entry: CatalogueEntry | undefined
}

export function OpenIdFields({ form, entry }: OpenIdFieldsProps) {
  const { values, set, errorAt } = form
  return (
    <>
      <FormText form={form} name="clientId" label={t.common.clientId} mono />
      <ClientAuthentication
        entry={entry}
        value={values.clientAuthentication}
        onChange={(clientAuthentication) => set({ clientAuthentication })}
        error={errorAt('clientAuthentication')}
      />
      {shownFields(entry, values.clientAuthentication).map(({ name, isOptional }) => (
        <ProviderField
          key={name}
          name={name}
          optional={isOptional}
          value={values[name]}
          onChange={(value) => set({ [name]: value })}
          error={errorAt(name)}
        />
      ))}
      {shownFields(entry, values.clientAuthentication).some(({ name }) => name === 'clientSecret') && (
        <FormText
          form={form}
          name="secretExpiresOn"
          label={t.providers.secretExpiresOn}
          hint={t.providers.secretExpiresOnHint}
          type="date"
          optional
        />
      )}
    </>
  )
}
