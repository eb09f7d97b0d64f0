import { useParams } from '@tanstack/react-router'
import { useOperation } from '../../api/operation.ts'
import { refusalFor } from '../../components/refusal.ts'
import { Page } from '../../layouts/page.tsx'
import { Card, type Fact, Facts } from '../../ui/card.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ProviderBadges } from './badges.tsx'
import { ProviderChanges } from './changes.tsx'
import { failureTexts, hiddenTexts, kindOf, type Provider, warningTexts } from './texts.ts'
import { Trial } from './trial.tsx'

/** One provider: whether people see it, what its last sign-ins came to, and what is registered there. */
export function ProviderPage() {
  const { projectId, providerId } = useParams({ from: '/shell/projects/$projectId/providers/$providerId' })
  const project = useOperation('project_get', { projectId })
  const provider = useOperation('federation_provider_get', { projectId, providerId })
  const notes = [
    ...provider.hiddenBecause.map((reason) => hiddenTexts[reason]),
    ...provider.signInWarnings.map((warning) => warningTexts[warning]),
  ]
  const refusal = refusalFor(project, 'edit')
  return (
    <Page
      title={provider.displayName}
      badges={<ProviderBadges provider={provider} />}
      text={kindOf(provider)}
      width="narrow"
    >
      {notes.length > 0 && (
        <Notice tone="caution" title="What people see">
          <ul className="grid list-disc gap-1 pl-4">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Card title="Sign-ins">
        <Facts facts={signInFacts(provider)} />
      </Card>
      <Card title="Registered at the provider">
        <Facts facts={registeredFacts(provider)} />
      </Card>
      <Card title="Whose account it is">
        <Facts facts={accountFacts(provider)} />
      </Card>
      <Trial provider={provider} refusal={refusal} />
      <ProviderChanges provider={provider} refusal={refusal} />
    </Page>
  )
}

const signInFacts = ({ linkedUsers, lastSignInAt, lastFailure }: Provider): Fact[] => [
  { name: 'Linked people', value: String(linkedUsers) },
  { name: 'Last sign-in', value: lastSignInAt ? <RelativeTime at={lastSignInAt} /> : 'Never' },
  {
    name: 'Last failure',
    value: lastFailure ? (
      <span className="grid gap-0.5">
        <RelativeTime at={lastFailure.at} />
        <span>{failureTexts[lastFailure.reason]}</span>
        {lastFailure.detail && <code className="text-sm break-words">{lastFailure.detail}</code>}
      </span>
    ) : (
      'None'
    ),
  },
]

const registeredFacts = (provider: Provider): Fact[] => [
  ...(provider.callbackUri
    ? [
        {
          name: 'Redirect address',
          value: <CopyValue value={provider.callbackUri} what="redirect address" />,
        },
      ]
    : []),
  ...(provider.acceptsBackChannelLogout && provider.backChannelLogoutUri
    ? [
        {
          name: 'Back-channel logout address',
          value: <CopyValue value={provider.backChannelLogoutUri} what="back-channel logout address" />,
        },
      ]
    : []),
  { name: 'Issuer', value: provider.issuer ?? 'Not known yet' },
  { name: 'Client ID', value: <CopyValue value={provider.clientId} what="client ID" /> },
  { name: 'Scopes', value: provider.scopes.join(' ') || 'openid' },
]

const accountFacts = (provider: Provider): Fact[] => [
  {
    name: 'New people',
    value:
      provider.provisioning === 'jit' && !provider.boundConnection
        ? 'Get an account at their first sign-in'
        : 'Need an account first',
  },
  ...(provider.boundConnection ? [{ name: 'Directory', value: provider.boundConnection.displayName }] : []),
  {
    name: 'Addresses',
    value: provider.emailTrusted ? 'Are believed where the provider does not deny them' : 'Are not believed',
  },
  { name: 'Domains', value: provider.allowedEmailDomains.join(', ') || 'All' },
]
