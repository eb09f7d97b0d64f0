import type { FormState } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'
import type { Fact } from '../../ui/card.tsx'
import { Switch } from '../../ui/choice.tsx'
import { FoldedCode } from '../../ui/code-block.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { Select } from '../../ui/select.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import type { Provider } from './texts.ts'

const { saml } = t.providers
type Format = NonNullable<Provider['nameIdFormat']> | 'any'

export const emptySaml = {
  metadata: '',
  metadataUrl: '',
  nameIdFormat: 'any' as Format,
  signsRequests: false,
}
type SamlValues = typeof emptySaml

const formats: readonly { value: Format; label: string }[] = (
  ['any', 'persistent', 'emailAddress', 'unspecified'] as const
).map((value) => ({ value, label: saml.formats[value] }))

interface SamlFieldsProps {
  readonly form: Pick<FormState<SamlValues>, 'values' | 'set' | 'errorAt'>
  /** The provider has metadata, which the form can replace. */
  readonly isReplaced?: boolean
}

export function SamlFields({ form, isReplaced = false }: SamlFieldsProps) {
  const { values, set, errorAt } = form
  return (
    <>
      <FormText
        form={form}
        name="metadataUrl"
        label={saml.metadataUrl}
        hint={saml.metadataUrlHint}
        type="url"
        optional
        mono
      />
      <FormText
        form={form}
        name="metadata"
        label={isReplaced ? saml.replaceMetadata : saml.metadata}
        hint={isReplaced ? saml.replaceMetadataHint : saml.metadataHint}
        rows={6}
        optional
        mono
      />
      <Select
        label={saml.nameIdFormat}
        options={formats}
        value={values.nameIdFormat}
        onChange={(nameIdFormat) => set({ nameIdFormat })}
        error={errorAt('nameIdFormat')}
      />
      <Switch
        label={saml.signsRequests}
        hint={saml.signsRequestsHint}
        isSelected={values.signsRequests}
        onChange={(signsRequests) => set({ signsRequests })}
        error={errorAt('signsRequests')}
      />
    </>
  )
}

export const serviceProviderFacts = ({ serviceProvider }: Provider): Fact[] => {
  if (!serviceProvider) return []
  const { entityId, acsUrl, metadataUrl, certificate } = serviceProvider
  return [
    { name: saml.ownEntityId, value: <CopyValue isWhole value={entityId} what={saml.ownEntityId} /> },
    { name: saml.acsUrl, value: <CopyValue isWhole value={acsUrl} what={saml.acsUrl} /> },
    { name: saml.ownMetadata, value: <CopyValue isWhole value={metadataUrl} what={saml.ownMetadata} /> },
    ...(certificate
      ? [{ name: saml.certificate, value: <FoldedCode code={certificate} what={saml.certificate} /> }]
      : []),
  ]
}

export const identityProviderFacts = (provider: Provider): Fact[] => [
  { name: saml.entityId, value: provider.issuer ?? t.providers.issuerUnknown },
  { name: saml.ssoUrl, value: provider.ssoUrl ?? t.providers.issuerUnknown },
  ...(provider.metadataUrl ? [{ name: saml.metadataUrl, value: provider.metadataUrl }] : []),
  ...(provider.secretExpiresOn
    ? [
        {
          name: saml.certificatesEnd,
          value: <RelativeTime at={`${provider.secretExpiresOn}T00:00:00.000Z`} />,
        },
      ]
    : []),
  ...provider.signingCertificates.map((pem) => ({
    name: saml.certificates,
    value: <FoldedCode code={pem} what={saml.certificates} />,
  })),
]
