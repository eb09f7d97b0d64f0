import { useParams } from '@tanstack/react-router'
import type { Input } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { EditCard } from '../../components/edit-card.tsx'
import type { FormState } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'
import { Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextList } from '../../ui/text-list.tsx'
import { ClientAuthentication } from './client-authentication.tsx'
import { type Field, fields, fieldsOf, shownFields } from './kind-fields.ts'
import type { Provider } from './texts.ts'

type Update = Input<'federation_provider_update'>

const valuesOf = (provider: Provider) => ({
  displayName: provider.displayName,
  clientId: provider.clientId,
  issuer: provider.issuer ?? '',
  tenant: provider.tenant ?? '',
  teamId: provider.teamId ?? '',
  keyId: provider.keyId ?? '',
  clientAuthentication: provider.clientAuthentication,
  clientSecret: '',
  secretExpiresOn: provider.secretExpiresOn ?? '',
  /** True to delete the stored secret. */
  withoutSecret: false,
  signingKey: '',
  emailClaim: provider.emailClaim ?? '',
  scopes: provider.scopes as readonly string[],
  allowedEmailDomains: provider.allowedEmailDomains as readonly string[],
  provisioning: provider.provisioning,
  emailTrusted: provider.emailTrusted,
  acceptsGlobalTokenRevocation: provider.acceptsGlobalTokenRevocation,
  acceptsBackChannelLogout: provider.acceptsBackChannelLogout,
  acceptsFrontChannelLogout: provider.acceptsFrontChannelLogout,
})
type Values = ReturnType<typeof valuesOf>

const lists = ['scopes', 'allowedEmailDomains'] as const
const lines = (values: readonly string[]): string[] => values.map((line) => line.trim()).filter(Boolean)

/** Fields that are deleted when emptied; an empty secret means no change. */
const clearable: readonly string[] = ['secretExpiresOn', 'issuer', 'tenant', 'teamId', 'keyId', 'emailClaim']

function inputOf(projectId: string, provider: Provider, { withoutSecret, ...values }: Values): Update {
  const clean = { ...values, ...Object.fromEntries(lists.map((name) => [name, lines(values[name])])) }
  const before = valuesOf(provider) as Record<string, unknown>
  const changed = Object.entries(clean)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
    .map(([name, value]) => [name, value === '' && clearable.includes(name) ? null : value])
    .filter(([, value]) => value !== '')
  return {
    projectId,
    providerId: provider.id,
    ...Object.fromEntries(changed),
    ...(withoutSecret ? { clientSecret: null } : {}),
  }
}

/** All changeable fields of a provider. A change of sign-in to the console needs a confirmation. */
export function ProviderEdit({ provider, refusal }: { provider: Provider; refusal: string | null }) {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/$providerId' })
  const initial = valuesOf(provider)
  return (
    <EditCard
      label={t.nav.settings}
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
      emptied={{ clientSecret: '', withoutSecret: false, signingKey: '' }}
    >
      {(form) => (
        <>
          <Identity provider={provider} form={form} />
          <Rules provider={provider} form={form} />
        </>
      )}
    </EditCard>
  )
}

interface SectionProps {
  readonly provider: Provider
  readonly form: FormState<Values>
}

function Identity({ provider, form }: SectionProps) {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/$providerId' })
  const { catalogue } = useOperation('federation_catalogue_list', { projectId })
  const { values, set, errorAt } = form
  const entry = catalogue.find(({ catalogueId }) => catalogueId === provider.catalogueId)
  const fieldOf = (name: Field, isOptional: boolean) => {
    const isSecret = name === 'clientSecret' || name === 'signingKey'
    return (
      <TextField
        key={name}
        {...fields[name]}
        {...(isSecret ? { hint: t.providers.keepsStored, autoComplete: 'off' } : {})}
        {...(name === 'signingKey' ? { rows: 6 } : {})}
        name={name}
        mono
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

function Rules({ provider, form }: SectionProps) {
  const { values, set, errorAt } = form
  return (
    <>
      <Select
        label={t.providers.newPeople}
        options={[
          { value: 'jit', label: t.providers.jit },
          { value: 'existing_only', label: t.providers.existingOnly },
        ]}
        value={values.provisioning}
        onChange={(provisioning) => set({ provisioning })}
        isDisabled={provider.boundConnection !== null}
        error={errorAt('provisioning')}
      />
      <TextList
        label={t.providers.domains}
        hint={t.providers.domainsHint}
        optional
        values={values.allowedEmailDomains}
        onChange={(allowedEmailDomains) => set({ allowedEmailDomains })}
        errorOf={(index) => errorAt(index < 0 ? 'allowedEmailDomains' : `allowedEmailDomains.${index}`)}
        addLabel={t.providers.addDomain}
        placeholder="acme.example"
        max={100}
      />
      <TextList
        label={t.providers.scopes}
        hint={t.providers.scopesHint}
        optional
        values={values.scopes}
        onChange={(scopes) => set({ scopes })}
        errorOf={(index) => errorAt(index < 0 ? 'scopes' : `scopes.${index}`)}
        addLabel={t.providers.addScope}
        max={20}
      />
      <FormText
        form={form}
        name="emailClaim"
        label={t.providers.emailClaim}
        hint={t.providers.emailClaimHint}
        optional
        mono
      />
      <Switch
        label={t.providers.trust}
        hint={t.providers.trustHint}
        isSelected={values.emailTrusted}
        onChange={(emailTrusted) => set({ emailTrusted })}
        error={errorAt('emailTrusted')}
      />
      {provider.logoutSignals.globalTokenRevocation && (
        <Switch
          label={t.providers.globalRevocation}
          hint={t.providers.globalRevocationHint}
          isSelected={values.acceptsGlobalTokenRevocation}
          onChange={(acceptsGlobalTokenRevocation) => set({ acceptsGlobalTokenRevocation })}
          error={errorAt('acceptsGlobalTokenRevocation')}
        />
      )}
      {provider.logoutSignals.backChannelLogout && (
        <Switch
          label={t.providers.backChannel}
          hint={t.providers.backChannelHint}
          isSelected={values.acceptsBackChannelLogout}
          onChange={(acceptsBackChannelLogout) => set({ acceptsBackChannelLogout })}
          error={errorAt('acceptsBackChannelLogout')}
        />
      )}
      {provider.logoutSignals.frontChannelLogout && (
        <Switch
          label={t.providers.frontChannel}
          hint={t.providers.frontChannelHint}
          isSelected={values.acceptsFrontChannelLogout}
          onChange={(acceptsFrontChannelLogout) => set({ acceptsFrontChannelLogout })}
          error={errorAt('acceptsFrontChannelLogout')}
        />
      )}
    </>
  )
}
