import { useParams } from '@tanstack/react-router'
import type { Input } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { EditCard } from '../../components/edit-card.tsx'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'
import { Switch } from '../../ui/choice.tsx'
import { ClientAuthentication } from './client-authentication.tsx'
import { Rules } from './edit-rules.tsx'
import { type SectionProps, type Values, valuesOf } from './edit-values.ts'
import { ProviderField } from './field.tsx'
import { type Field, fields, fieldsOf, isSecretField, shownFields } from './kind-fields.ts'
import { SamlFields } from './saml.tsx'
import type { Provider } from './texts.ts'

type Update = Input<'federation_provider_update'>

const lists = ['scopes', 'allowedEmailDomains'] as const
const lines = (values: readonly string[]): string[] => values.map((line) => line.trim()).filter(Boolean)

/** Fields that are deleted when emptied; an empty secret means no change. */
const clearable: readonly string[] = [
  'secretExpiresOn',
  'issuer',
  'tenant',
  'teamId',
  'keyId',
  'emailClaim',
  'metadataUrl',
]

function inputOf(projectId: string, provider: Provider, { withoutSecret, ...values }: Values): Update {
  const clean = { ...values, ...Object.fromEntries(lists.map((name) => [name, lines(values[name])])) }
  const before = valuesOf(provider) as Record<string, unknown>
  const changed = Object.entries(clean)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
    .map(([name, value]) => [name, isCleared(name, value) ? null : value])
    .filter(([, value]) => value !== '')
  return {
    projectId,
    providerId: provider.id,
    ...Object.fromEntries(changed),
    ...(withoutSecret ? { clientSecret: null } : {}),
  }
}

const isCleared = (name: string | undefined, value: unknown): boolean =>
  (value === '' && clearable.includes(name ?? '')) || (name === 'nameIdFormat' && value === 'any')

/** A change of sign-in to the console needs a confirmation. */
export function ProviderEdit({ provider, refusal }: { provider: Provider; refusal: string | null }) {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/$providerId' })
  const initial = valuesOf(provider)
  return (
    <EditCard
      title={t.common.general}
      label={t.common.general}
      operation="federation_provider_update"
      initial={initial}
      toInput={(values) => inputOf(projectId, provider, values)}
      fields={Object.keys(initial)}
      refusal={refusal}
      saveLabel={t.providers.save}
      done={(outcome) =>
        'pendingChange' in outcome && outcome.pendingChange ? t.providers.savedPending : t.providers.saved
      }
      question={t.providers.changeTitle}
      emptied={{
        clientSecret: '',
        withoutSecret: false,
        clientCertificate: '',
        signingKey: '',
        metadata: '',
      }}
    >
      {(form) => (
        <>
          {provider.protocol === 'saml' ? (
            <SamlIdentity form={form} />
          ) : (
            <Identity provider={provider} form={form} />
          )}
          <Rules provider={provider} form={form} />
        </>
      )}
    </EditCard>
  )
}

function SamlIdentity({ form }: Pick<SectionProps, 'form'>) {
  const { saml } = t.providers
  return (
    <>
      <FormText form={form} name="displayName" label={t.providers.buttonName} />
      <FormText
        form={form}
        name="clientId"
        label={saml.ownEntityId}
        hint={saml.ownEntityIdHint}
        optional
        mono
      />
      <SamlFields form={form} isReplaced />
    </>
  )
}

/** A certificate that is not entered is kept, or generated. */
const hintOf = (name: Field, { clientCertificate }: Provider): string =>
  name === 'clientCertificate' && clientCertificate === null ? fields[name].hint : t.providers.keepsStored

function Identity({ provider, form }: SectionProps) {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/$providerId' })
  const { catalogue } = useOperation('federation_catalogue_list', { projectId })
  const { values, set, errorAt } = form
  const entry = catalogue.find(({ catalogueId }) => catalogueId === provider.catalogueId)
  const fieldOf = (name: Field, isOptional: boolean) => {
    const isSecret = isSecretField(name)
    return (
      <ProviderField
        key={name}
        name={name}
        {...(isSecret ? { hint: hintOf(name, provider) } : {})}
        optional={isSecret || isOptional}
        isDisabled={name === 'clientSecret' && values.withoutSecret}
        value={values[name]}
        onChange={(value) => set({ [name]: value })}
        error={errorAt(name)}
      />
    )
  }
  const mayBePublic = fieldsOf(entry).some(({ name, isOptional }) => name === 'clientSecret' && isOptional)
  return (
    <>
      <FormText form={form} name="displayName" label={t.providers.buttonName} />
      <FormText form={form} name="clientId" label={t.common.clientId} mono />
      <ClientAuthentication
        entry={entry}
        value={values.clientAuthentication}
        onChange={(clientAuthentication) => set({ clientAuthentication })}
        error={errorAt('clientAuthentication')}
      />
      {shownFields(entry, values.clientAuthentication).map(({ name, isOptional }) =>
        fieldOf(name, isOptional),
      )}
      {values.clientAuthentication === 'secret' &&
        fieldsOf(entry).some(({ name }) => name === 'clientSecret') && (
          <FormText
            form={form}
            name="secretExpiresOn"
            label={t.providers.secretExpiresOn}
            hint={t.providers.secretExpiresOnHint}
            type="date"
            optional
          />
        )}
      {mayBePublic && values.clientAuthentication === 'secret' && provider.clientSecretSet && (
        <Switch
          label={t.providers.withoutSecret}
          hint={t.providers.withoutSecretHint}
          isSelected={values.withoutSecret}
          onChange={(withoutSecret) => set({ withoutSecret, clientSecret: '' })}
        />
      )}
    </>
  )
}
