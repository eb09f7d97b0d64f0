import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import type { Fact } from '../../ui/card.tsx'
import { FoldedCode } from '../../ui/code-block.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { identityProviderFacts, serviceProviderFacts } from './saml.tsx'
import type { Provider } from './texts.ts'

export const signInFacts = ({ linkedUsers, lastSignInAt, failingSince, lastFailure }: Provider): Fact[] => [
  { name: t.providers.linkedPeople, value: formatNumber(linkedUsers) },
  { name: t.providers.lastSignIn, value: lastSignInAt ? <RelativeTime at={lastSignInAt} /> : t.common.never },
  ...(failingSince ? [{ name: t.providers.failingSince, value: <RelativeTime at={failingSince} /> }] : []),
  {
    name: t.providers.lastFailure,
    value: lastFailure ? (
      <span className="grid gap-0.5">
        <RelativeTime at={lastFailure.at} />
        <span>{t.providers.failures[lastFailure.reason]}</span>
        {lastFailure.detail && <code className="text-sm break-words">{lastFailure.detail}</code>}
      </span>
    ) : (
      t.common.none
    ),
  },
]

/** Key that verifies client assertions: the address of its set, and its text for other providers. */
const keyFacts = ({ assertionKey }: Provider): Fact[] => {
  if (!assertionKey) return []
  const { keySetUri, publicKey } = assertionKey
  return [
    ...(keySetUri
      ? [
          {
            name: t.providers.keySet,
            value: <CopyValue isWhole value={keySetUri} what={t.providers.keySet} />,
          },
        ]
      : []),
    { name: t.providers.publicKey, value: <FoldedCode code={publicKey} what={t.providers.publicKey} /> },
  ]
}

const Mono = ({ children }: { children: string }) => <code className="font-mono text-sm">{children}</code>

const openIdFacts = (provider: Provider): Fact[] => [
  ...(provider.callbackUri
    ? [
        {
          name: t.providers.redirect,
          value: <CopyValue isWhole value={provider.callbackUri} what={t.providers.redirect} />,
        },
      ]
    : []),
  ...(provider.acceptsBackChannelLogout && provider.backChannelLogoutUri
    ? [
        {
          name: t.providers.logoutAddress,
          value: <CopyValue isWhole value={provider.backChannelLogoutUri} what={t.providers.logoutAddress} />,
        },
      ]
    : []),
  ...(provider.acceptsFrontChannelLogout && provider.frontChannelLogoutUri
    ? [
        {
          name: t.providers.frameAddress,
          value: <CopyValue isWhole value={provider.frontChannelLogoutUri} what={t.providers.frameAddress} />,
        },
      ]
    : []),
  ...(provider.signOut === 'automatic' && provider.signOutReturnUri
    ? [
        {
          name: t.providers.signOutReturn,
          value: <CopyValue isWhole value={provider.signOutReturnUri} what={t.providers.signOutReturn} />,
        },
      ]
    : []),
  ...keyFacts(provider),
  ...(provider.secretExpiresOn && provider.clientAuthentication === 'secret'
    ? [
        {
          name: t.providers.secretEnds,
          value: <RelativeTime at={`${provider.secretExpiresOn}T00:00:00.000Z`} />,
        },
      ]
    : []),
  {
    name: t.providers.fields.issuer.label,
    value: provider.issuer ? <Mono>{provider.issuer}</Mono> : t.providers.issuerUnknown,
  },
  { name: t.common.clientId, value: <CopyValue value={provider.clientId} what={t.common.clientId} /> },
  { name: t.providers.scopes, value: <Mono>{provider.scopes.join(' ') || 'openid'}</Mono> },
]

export const registeredFacts = (provider: Provider): Fact[] =>
  provider.protocol === 'saml'
    ? [...serviceProviderFacts(provider), ...identityProviderFacts(provider)]
    : openIdFacts(provider)

export const accountFacts = (provider: Provider): Fact[] => [
  {
    name: t.providers.newPeople,
    value:
      provider.provisioning === 'jit' && !provider.boundConnection
        ? t.providers.jit
        : t.providers.existingOnly,
  },
  ...(provider.boundConnection
    ? [{ name: t.providers.directory, value: provider.boundConnection.displayName }]
    : []),
  {
    name: t.providers.addresses,
    value: provider.emailTrusted ? t.providers.addressesTrusted : t.providers.addressesUntrusted,
  },
  { name: t.providers.domains, value: provider.allowedEmailDomains.join(', ') || t.providers.allDomains },
]
