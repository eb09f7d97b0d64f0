import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Input } from '../../api/client.ts'
import { ConfirmOperation, isPreview, type Preview } from '../../components/confirm-operation.tsx'
import { Form, type FormState, useOperationForm } from '../../components/form.tsx'
import { SaveButtons } from '../../components/save-buttons.tsx'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextList } from '../../ui/text-list.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Provider } from './texts.ts'

type Update = Input<'federation_provider_update'>

const valuesOf = (provider: Provider) => ({
  displayName: provider.displayName,
  clientId: provider.clientId,
  issuer: provider.issuer ?? '',
  tenant: provider.tenant ?? '',
  teamId: provider.teamId ?? '',
  keyId: provider.keyId ?? '',
  clientSecret: '',
  signingKey: '',
  emailClaim: provider.emailClaim ?? '',
  scopes: provider.scopes as readonly string[],
  allowedEmailDomains: provider.allowedEmailDomains as readonly string[],
  provisioning: provider.provisioning,
  emailTrusted: provider.emailTrusted,
  acceptsGlobalTokenRevocation: provider.acceptsGlobalTokenRevocation,
  acceptsBackChannelLogout: provider.acceptsBackChannelLogout,
})
type Values = ReturnType<typeof valuesOf>

const lists = ['scopes', 'allowedEmailDomains'] as const
const lines = (values: readonly string[]): string[] => values.map((line) => line.trim()).filter(Boolean)

/** Emptied, these are taken away; an empty secret is not a change. */
const clearable: readonly string[] = ['issuer', 'tenant', 'teamId', 'keyId', 'emailClaim']

/** Only what differs is sent. */
function inputOf(projectId: string, provider: Provider, values: Values): Update {
  const clean = { ...values, ...Object.fromEntries(lists.map((name) => [name, lines(values[name])])) }
  const before = valuesOf(provider) as Record<string, unknown>
  const changed = Object.entries(clean)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
    .map(([name, value]) => [name, value === '' && clearable.includes(name) ? null : value])
    .filter(([, value]) => value !== '')
  return { projectId, providerId: provider.id, ...Object.fromEntries(changed) }
}

const textNames = ['issuer', 'tenant', 'teamId', 'keyId'] as const
const secretNames = ['clientSecret', 'signingKey'] as const

/** Everything of a provider that can be changed. A change to the way into the console is asked about. */
export function ProviderEdit({ provider, refusal }: { provider: Provider; refusal: string | null }) {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/$providerId' })
  const [asked, setAsked] = useState<{ input: Update; preview: Preview } | null>(null)
  const form = useOperationForm({
    operation: 'federation_provider_update',
    initial: valuesOf(provider),
    toInput: (values) => inputOf(projectId, provider, values),
    onDone: (outcome, values) => {
      if (isPreview(outcome)) setAsked({ input: inputOf(projectId, provider, values), preview: outcome })
      else {
        form.set({ clientSecret: '', signingKey: '' })
        toast(t.providers.saved)
      }
    },
  })
  return (
    <Card>
      <Form
        form={form}
        label={t.nav.settings}
        fields={Object.keys(form.values)}
        actions={<SaveButtons form={form} refusal={refusal} label={t.providers.save} />}
      >
        <Identity provider={provider} form={form} />
        <Rules provider={provider} form={form} />
      </Form>
      {asked && (
        <ConfirmOperation
          operation="federation_provider_update"
          {...asked}
          title={t.providers.changeTitle}
          confirmLabel={t.providers.save}
          danger={false}
          onDone={() => {
            setAsked(null)
            toast(t.providers.saved)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  )
}

interface SectionProps {
  readonly provider: Provider
  readonly form: FormState<Values>
}

function Identity({ provider, form: { values, set, errorAt } }: SectionProps) {
  const has = {
    issuer: provider.catalogueId === null || provider.issuer !== null,
    tenant: provider.tenant !== null,
    teamId: provider.teamId !== null,
    keyId: provider.keyId !== null,
    clientSecret: provider.signingKeySet === false,
    signingKey: provider.signingKeySet,
  }
  return (
    <>
      <TextField
        label={t.providers.buttonName}
        name="displayName"
        value={values.displayName}
        onChange={(displayName) => set({ displayName })}
        error={errorAt('displayName')}
      />
      <TextField
        label={t.common.clientId}
        name="clientId"
        mono
        value={values.clientId}
        onChange={(clientId) => set({ clientId })}
        error={errorAt('clientId')}
      />
      {textNames
        .filter((name) => has[name])
        .map((name) => (
          <TextField
            key={name}
            {...t.providers.fields[name]}
            name={name}
            mono
            value={values[name]}
            onChange={(value) => set({ [name]: value })}
            error={errorAt(name)}
          />
        ))}
      {secretNames
        .filter((name) => has[name])
        .map((name) => (
          <TextField
            key={name}
            label={t.providers.fields[name].label}
            hint={t.providers.keepsStored}
            name={name}
            mono
            optional
            autoComplete="off"
            {...(name === 'signingKey' ? { rows: 6 } : {})}
            value={values[name]}
            onChange={(value) => set({ [name]: value })}
            error={errorAt(name)}
          />
        ))}
    </>
  )
}

function Rules({ provider, form: { values, set, errorAt } }: SectionProps) {
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
      <TextField
        label={t.providers.emailClaim}
        hint={t.providers.emailClaimHint}
        name="emailClaim"
        optional
        mono
        value={values.emailClaim}
        onChange={(emailClaim) => set({ emailClaim })}
        error={errorAt('emailClaim')}
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
    </>
  )
}
