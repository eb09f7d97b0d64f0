import { brandMarks } from '@signet/contracts'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer, Input } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import type { Preview } from '../../api/preview.ts'
import { BrandChoice } from '../../components/brand-choice.tsx'
import { ConfirmOperation } from '../../components/confirm-operation.tsx'
import { CreateButtons } from '../../components/create-buttons.tsx'
import { Form, useOperationForm } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { Panes } from '../../components/guide.tsx'
import { useLeave } from '../../components/leave.ts'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.ts'
import { ProviderGuide } from './guide.tsx'
import { type CatalogueEntry, fieldNames, isOffered, kindOptions, shownFields } from './kind-fields.ts'
import { OpenIdFields } from './openid-fields.tsx'
import { emptySaml, SamlFields } from './saml.tsx'
import type { Provider } from './texts.ts'

type CreateInput = Input<'federation_provider_create'>
type AddedProvider = Pick<Answer<'federation_provider_get'>, 'id' | 'displayName'>
type Catalogue = Answer<'federation_catalogue_list'>

const initial = {
  kind: '',
  displayName: '',
  clientId: '',
  issuer: '',
  tenant: '',
  clientAuthentication: 'secret' as Provider['clientAuthentication'],
  clientSecret: '',
  clientCertificate: '',
  secretExpiresOn: '',
  teamId: '',
  keyId: '',
  signingKey: '',
  ...emptySaml,
}
type Values = typeof initial

function inputOf(
  projectId: string,
  entry: CatalogueEntry | undefined,
  { providerId }: Catalogue['openIdConnect'],
  values: Values,
): CreateInput {
  const isSigned = isOffered(entry, 'clientAuthentication') && values.clientAuthentication !== 'secret'
  const shown = shownFields(entry, values.clientAuthentication).map(({ name }) => name)
  const given = [...shown, 'displayName' as const].flatMap((name) => {
    const value = values[name].trim()
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

function samlInputOf(
  projectId: string,
  { providerId }: Catalogue['saml'],
  { metadata, metadataUrl, displayName, nameIdFormat, signsRequests }: Values,
): CreateInput {
  const given = Object.entries({ metadata, metadataUrl, displayName }).flatMap(([name, value]) =>
    value.trim() ? [[name, value.trim()]] : [],
  )
  return {
    projectId,
    id: providerId,
    protocol: 'saml',
    signsRequests,
    ...(nameIdFormat === 'any' ? {} : { nameIdFormat }),
    ...Object.fromEntries(given),
  }
}

function checkValues({ kind, clientId, metadata, metadataUrl }: Values) {
  if (kind === 'saml')
    return { metadata: metadata.trim() || metadataUrl.trim() ? undefined : t.providers.saml.enterMetadata }
  return { clientId: clientId.trim() ? undefined : t.providers.enterClientId }
}

const brandOptions = (catalogue: readonly CatalogueEntry[]) =>
  [...kindOptions(catalogue), { value: 'saml', label: t.providers.saml.option }].map((option) => ({
    ...option,
    group: t.providers.groups[groupOf(option.value)],
    text: kindNotes.get(option.value),
  }))

const kindNotes: ReadonlyMap<string, string> = new Map(Object.entries(t.providers.kindNotes))

function groupOf(kind: string): keyof typeof t.providers.groups {
  if (kind === 'oidc' || kind === 'saml') return 'protocol'
  return kind in brandMarks ? 'social' : 'company'
}

export function ProviderCreatePage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/new' })
  const guides = useOperation('federation_catalogue_list', { projectId })
  const { catalogue, openIdConnect, saml: samlGuide } = guides
  const leave = useLeave()
  const entryOf = (kind: string) => catalogue.find(({ catalogueId }) => catalogueId === kind)
  const toInput = (values: Values) => {
    if (values.kind === 'saml') return samlInputOf(projectId, samlGuide, values)
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
    check: checkValues,
    onDone: (outcome, sent) => {
      if ('consequences' in outcome) setAsked({ input: toInput(sent), preview: outcome })
      else added(outcome)
    },
  })
  const { values, set } = form
  const entry = entryOf(values.kind)
  return (
    <Page title={t.providers.new} text={t.providers.chooseKind}>
      <BrandChoice
        label={t.providers.kind}
        options={brandOptions(catalogue)}
        value={values.kind || null}
        onChange={(kind) => set({ kind })}
      />
      {values.kind && (
        <Panes
          aside={
            <Card title={t.providers.atProvider}>
              <ProviderGuide kind={values.kind} entry={entry} guides={guides} />
            </Card>
          }
        >
          <Card>
            <Form
              form={form}
              label={t.providers.new}
              fields={[
                'clientId',
                'displayName',
                'clientAuthentication',
                'secretExpiresOn',
                ...fieldNames,
                ...Object.keys(emptySaml),
              ]}
              actions={
                <CreateButtons form={form} label={t.providers.create} cancel={paths.providers(projectId)} />
              }
            >
              {values.kind === 'saml' ? (
                <SamlFields form={form} />
              ) : (
                <OpenIdFields form={form} entry={entry} />
              )}
              <FormText form={form} name="displayName" label={t.providers.buttonName} optional />
            </Form>
          </Card>
        </Panes>
      )}
      {asked && (
        <ConfirmOperation
          operation="federation_provider_create"
          {...asked}
          title={t.providers.consoleTitle}
          confirmLabel={t.providers.create}
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
