import { openIdConnectSteps, providerGuides, samlSteps } from '@signet/contracts'
import type { Answer } from '../../api/client.ts'
import { Guide } from '../../components/guide.tsx'
import { Rich } from '../../components/rich.tsx'
import { t } from '../../texts/index.ts'
import { CopyValue } from '../../ui/copy.tsx'
import type { CatalogueEntry } from './kind-fields.ts'

type Catalogue = Answer<'federation_catalogue_list'>

type GuideKind = keyof typeof providerGuides | 'oidc' | 'saml'

function englishSteps(kind: GuideKind): readonly string[] {
  if (kind === 'saml') return samlSteps
  return kind === 'oidc' ? openIdConnectSteps : providerGuides[kind].steps
}

const addressPart = (address: string | null | undefined, what: string) =>
  address ? (
    <span className="inline-flex max-w-full align-middle">
      <CopyValue isWhole value={address} what={what} />
    </span>
  ) : (
    t.providers.addressLater
  )

/** Includes the full stop of the step. */
const lastAddress = /\{(callback|logout|metadata)\}[.。]$/

/** Adds a button that copies each address, with a separate line for an address at the end of a step. */
function stepsOf(kind: GuideKind, guide: Catalogue['openIdConnect'] | Catalogue['saml']) {
  const parts = {
    callback: addressPart(guide.callbackUri, t.providers.redirect),
    logout: addressPart(guide.backChannelLogoutUri, t.providers.logoutAddress),
    metadata: addressPart('metadataUrl' in guide ? guide.metadataUrl : null, t.providers.saml.ownMetadata),
  }
  return Object.values(t.guides.providers?.[kind] ?? englishSteps(kind)).map((step) => {
    const last = guide.callbackUri === null ? null : lastAddress.exec(step)
    if (!last) return { title: <Rich text={step} parts={parts} /> }
    return {
      title: <Rich text={step.slice(0, last.index).trimEnd()} parts={parts} />,
      content: <Rich text={step.slice(last.index, -1)} parts={parts} />,
    }
  })
}

const EntryGuide = ({ entry }: { readonly entry: CatalogueEntry }) => (
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

interface ProviderGuideProps {
  readonly kind: string
  readonly entry: CatalogueEntry | undefined
  readonly guides: Pick<Catalogue, 'openIdConnect' | 'saml'>
}

export function ProviderGuide({ kind, entry, guides }: ProviderGuideProps) {
  if (kind === 'saml') return <Guide steps={stepsOf('saml', guides.saml)} />
  return entry ? <EntryGuide entry={entry} /> : <Guide steps={stepsOf('oidc', guides.openIdConnect)} />
}
