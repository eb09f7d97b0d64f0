import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOperation } from '../../api/operation.ts'
import { EditCard } from '../../components/edit-card.tsx'
import type { FormState } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'
import { Switch } from '../../ui/choice.tsx'
import { ClientAuthentication } from './client-authentication.tsx'
import { inputOf } from './edit-input.ts'
import { AccountRules, Scopes, SignOutRules } from './edit-rules.tsx'
import {
  accountFields,
  identityFields,
  type SectionProps,
  signOutFields,
  type Values,
  valuesOf,
} from './edit-values.ts'
import { ProviderField } from './field.tsx'
import { type Field, fields, fieldsOf, isSecretField, shownFields } from './kind-fields.ts'
import { SamlFields } from './saml.tsx'
import type { Provider } from './texts.ts'

interface ProviderCardProps {
  readonly title: string
  readonly provider: Provider
  readonly refusal: string | null
  readonly fields: readonly (keyof Values)[]
  readonly children: (form: FormState<Values>) => ReactNode
}

/** Sends the changed fields of one section. A change of sign-in to the console needs a confirmation. */
function ProviderCard({ title, provider, refusal, fields: names, children }: ProviderCardProps) {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/$providerId' })
  return (
    <EditCard
      title={title}
      label={title}
      operation="federation_provider_update"
      initial={valuesOf(provider)}
      toInput={(values) => inputOf(projectId, provider, values)}
      fields={names}
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
      {children}
    </EditCard>
  )
}

type EditProps = Pick<ProviderCardProps, 'provider' | 'refusal'>

export const ProviderEdit = (props: EditProps) => (
  <ProviderCard {...props} title={t.common.general} fields={identityFields(props.provider)}>
    {(form) =>
      props.provider.protocol === 'saml' ? (
        <SamlIdentity form={form} />
      ) : (
        <>
          <Identity provider={props.provider} form={form} />
          <Scopes form={form} />
        </>
      )
    }
  </ProviderCard>
)

export const AccountEdit = (props: EditProps) => (
  <ProviderCard {...props} title={t.providers.whose} fields={accountFields}>
    {(form) => <AccountRules provider={props.provider} form={form} />}
  </ProviderCard>
)

export const SignOutEdit = (props: EditProps) => (
  <ProviderCard {...props} title={t.providers.signOuts} fields={signOutFields}>
    {(form) => <SignOutRules provider={props.provider} form={form} />}
  </ProviderCard>
)

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
