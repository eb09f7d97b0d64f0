import { useState } from 'react'
import { useOperation } from '../../api/operation.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Select } from '../../ui/select.tsx'
import { ProviderGuide } from './guide.tsx'
import { kindOptions } from './kind-fields.ts'
import type { Provider } from './texts.ts'

interface SetUpStepsProps {
  readonly projectId: string
  readonly provider: Provider
  readonly isOpen: boolean
}

/** The steps at the provider, with the addresses of this one. */
export function SetUpSteps({ projectId, provider, isOpen }: SetUpStepsProps) {
  const { catalogue, openIdConnect, saml } = useOperation('federation_catalogue_list', { projectId })
  const [kind, setKind] = useState<string>(provider.recognised?.catalogueId ?? provider.protocol)
  const { callbackUri, backChannelLogoutUri, serviceProvider } = provider
  const own = { callbackUri, backChannelLogoutUri }
  const entry = catalogue.find(({ catalogueId }) => catalogueId === kind)
  const isSaml = provider.protocol === 'saml'
  return (
    <Card>
      <Disclosure summary={t.providers.atProvider} isOpen={isOpen}>
        {!isSaml && (
          <Select label={t.providers.kind} options={kindOptions(catalogue)} value={kind} onChange={setKind} />
        )}
        <ProviderGuide
          kind={kind}
          entry={entry && { ...entry, ...own }}
          guides={{
            openIdConnect: { ...openIdConnect, ...own },
            saml: serviceProvider
              ? { ...saml, callbackUri: serviceProvider.acsUrl, metadataUrl: serviceProvider.metadataUrl }
              : saml,
          }}
        />
      </Disclosure>
    </Card>
  )
}
