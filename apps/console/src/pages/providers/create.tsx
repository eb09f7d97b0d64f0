import { openIdConnectSteps, providerGuides } from '@signet/contracts'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer, Input } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { ConfirmOperation, type Preview } from '../../components/confirm-operation.tsx'
import { CreateButtons } from '../../components/create-buttons.tsx'
import { Form, useOperationForm } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { Guide, Panes } from '../../components/guide.tsx'
import { useLeave } from '../../components/leave.ts'
import { Rich } from '../../components/rich.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { ClientAuthentication } from './client-authentication.tsx'
import { type CatalogueEntry, fieldNames, fields, fieldsOf, isOffered, shownFields } from './kind-fields.ts'

type CreateInput = Input<'federation_provider_create'>
type AddedProvider = Pick<Answer<'federation_provider_get'>, 'id' | 'displayName'>
type Catalogue = Answer<'federation_catalogue_list'>
const plain = { value: 'oidc', label: t.providers.plain }

const initial = {
  kind: 'google',
  displayName: '',
  clientId: '',
  issuer: '',
  tenant: '',
  clientAuthentication: 'secret' as 'secret' | 'private_key_jwt',
  clientSecret: '',
  secretExpiresOn: '',
  teamId: '',
  keyId: '',
  signingKey: '',
}
type Values = typeof initial

function inputOf(
  projectId: string,
  entry: CatalogueEntry | undefined,
  { providerId }: Catalogue['openIdConnect'],
  values: Values,
): CreateInput {
  const isSigned = isOffered(entry, 'clientAuthentication') && values.clientAuthentication !== 'secret'
  const given = [...fieldsOf(entry).map(({ name }) => name), 'displayName' as const].flatMap((name) => {
    const value = isSigned && name === 'clientSecret' ? '' : values[name].trim()
    return value ? [[name, value]] : []
  })
  return {
    projectId,
    clientId: values.clientId.trim(),
    // The displayed redirect address contains this id.
    id: providerId,
    ...(entry ? { catalogueId: entry.catalogueId } : {}),
    ...(values.clientSecret && !isSigned && values.secretExpiresOn
      ? { secretExpiresOn: values.secretExpiresOn }
      : {}),
    ...(isSigned ? { clientAuthentication: values.clientAuthentication } : {}),
    ...Object.fromEntries(given),
  }
}

export function ProviderCreatePage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/new' })
  const { catalogue, openIdConnect } = useOperation('federation_catalogue_list', { projectId })
  const leave = useLeave()
  const entryOf = (kind: string) => catalogue.find(({ catalogueId }) => catalogueId === kind)
  const toInput = (values: Values) => {
    const entry = entryOf(values.kind)
    return inputOf(projectId, entry, entry ?? openIdConnect, values)
  }
  const [asked, setAsked] = useState<{ input: CreateInput; preview: Preview } | null>(null)
  const added = ({ id, displayName }: AddedProvider) => {
    toast(t.providers.added(displayName))
    leave(paths.provider(projectId, id))
  }
  const form = useOperationForm({
    operation: 'federation_provider_create',
    initial,
    toInput,
    check: ({ clientId }) => ({ clientId: clientId.trim() ? undefined : t.providers.enterClientId }),
    onDone: (outcome, sent) => {
      if ('consequences' in outcome) setAsked({ input: toInput(sent), preview: outcome })
      else added(outcome)
    },
  })
  const { values, set, errorAt } = form
  const entry = entryOf(values.kind)
  return (
    <Page title={t.providers.new}>
      <Panes
        aside={
          <Card title={t.providers.atProvider}>
            {entry ? <EntryGuide entry={entry} /> : <Guide steps={stepsOf('oidc', openIdConnect)} />}
          </Card>
        }
      >
        <Card>
          <Form
            form={form}
            label={t.providers.new}
            fields={['clientId', 'displayName', 'clientAuthentication', 'secretExpiresOn', ...fieldNames]}
            actions={
              <CreateButtons form={form} label={t.providers.add} cancel={paths.providers(projectId)} />
            }
          >
            <Select
              label={t.providers.kind}
              options={[
                ...catalogue.map((each) => ({ value: each.catalogueId as string, label: each.displayName })),
                plain,
              ]}
              value={values.kind}
              onChange={(kind) => set({ kind })}
            />
            <FormText form={form} name="clientId" label={t.common.clientId} mono />
            <ClientAuthentication
              entry={entry}
              value={values.clientAuthentication}
              onChange={(clientAuthentication) => set({ clientAuthentication })}
              error={errorAt('clientAuthentication')}
            />
            {shownFields(entry, values.clientAuthentication).map(({ name, isOptional }) => (
              <TextField
                key={name}
                {...fields[name]}
                name={name}
                optional={isOptional}
                mono
                {...(name === 'signingKey' ? { rows: 6 } : {})}
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
            <FormText form={form} name="displayName" label={t.providers.buttonName} optional />
          </Form>
        </Card>
      </Panes>
      {asked && (
        <ConfirmOperation
          operation="federation_provider_create"
          {...asked}
          title={t.providers.consoleTitle}
          confirmLabel={t.providers.add}
          danger={false}
          onDone={(outcome) => {
            setAsked(null)
            if ('id' in outcome) added(outcome)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Page>
  )
}

type GuideKind = keyof typeof providerGuides | 'oidc'

const englishSteps = (kind: GuideKind): readonly string[] =>
  kind === 'oidc' ? openIdConnectSteps : providerGuides[kind].steps

/** Returns the steps at the provider, with the addresses to enter there. */
const stepsOf = (kind: GuideKind, { callbackUri, backChannelLogoutUri }: Catalogue['openIdConnect']) =>
  Object.values(t.guides.providers?.[kind] ?? englishSteps(kind)).map((step) => ({
    title: step
      .replace('{callback}', callbackUri ?? t.providers.addressLater)
      .replace('{logout}', backChannelLogoutUri ?? t.providers.addressLater),
  }))

/** Steps at the provider, with the redirect address. */
const EntryGuide = ({ entry }: { entry: CatalogueEntry }) => (
  <div className="grid gap-3">
    <p>
      <Rich
        text={t.providers.at('{host}')}
        parts={{
          host: (
            <a href={entry.where} target="_blank" rel="noreferrer" className="text-accent underline">
              {new URL(entry.where).host}
            </a>
          ),
        }}
      />
    </p>
    <Guide steps={stepsOf(entry.catalogueId, entry)} />
  </div>
)
