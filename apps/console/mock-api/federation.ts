import type { AnswerOf, Operations } from '@signet/contracts'

type Provider = AnswerOf<Operations['federation_provider_get']>

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
const address = 'http://localhost:23000/acme/federation'

const entra: Provider = {
  id: 'entra',
  displayName: 'Acme staff',
  catalogueId: 'entra',
  issuer: 'https://login.microsoftonline.com/acme.example/v2.0',
  clientId: '6f1c9c1e-7f0a-4c1e-9a35-3f5d0f1f8a42',
  clientSecretSet: true,
  tenant: 'acme.example',
  teamId: null,
  keyId: null,
  signingKeySet: false,
  enabled: true,
  scopes: ['openid', 'profile', 'email'],
  emailTrusted: true,
  provisioning: 'jit',
  allowedEmailDomains: ['acme.example'],
  emailClaim: null,
  acceptsGlobalTokenRevocation: false,
  acceptsBackChannelLogout: false,
  createdAt: ago(90_000),
  callbackUri: `${address}/entra/callback`,
  backChannelLogoutUri: `${address}/entra/backchannel-logout`,
  callbackStability: 'stable',
  recognised: { catalogueId: 'entra', displayName: 'Microsoft Entra ID', brand: false },
  logoutSignals: { globalTokenRevocation: false, backChannelLogout: false },
  capabilities: { pkce: true, emailVerified: false, endSession: true, groups: true },
  boundConnection: null,
  linkedUsers: 4812,
  recommendedCorrelation: { claim: 'oid', attribute: 'externalId' },
  warnings: [],
  onSignInPage: true,
  hiddenBecause: [],
  signInWarnings: [],
  lastSignInAt: ago(3),
  lastFailure: { at: ago(200), reason: 'domain_not_allowed', detail: null },
}

const partner: Provider = {
  ...entra,
  id: 'partner',
  displayName: 'Partners',
  catalogueId: null,
  issuer: 'https://id.partner.example',
  tenant: null,
  callbackUri: `${address}/partner/callback`,
  backChannelLogoutUri: `${address}/partner/backchannel-logout`,
  acceptsBackChannelLogout: true,
  recognised: null,
  linkedUsers: 31,
  allowedEmailDomains: [],
  lastSignInAt: ago(4_000),
  lastFailure: {
    at: ago(12),
    reason: 'unavailable',
    detail: 'The provider could not be reached at its address, or gave no answer of a provider.',
  },
}

const providers = [entra, partner]

const google: AnswerOf<Operations['federation_catalogue_list']>['catalogue'][number] = {
  catalogueId: 'google',
  displayName: 'Google',
  brand: true,
  fields: ['clientId', 'clientSecret'],
  where: 'https://console.cloud.google.com/auth/clients',
  steps: [
    'Under Clients choose Create client, type Web application.',
    `As authorized redirect URI enter ${address}/google/callback.`,
    'Copy the client ID and the client secret.',
  ],
  providerId: 'google',
  callbackUri: `${address}/google/callback`,
  callbackStability: 'stable',
}

/** Two providers: one that works, and one that is away. */
export const federationHandlers = {
  federation_provider_list: () => ({ providers }),
  federation_provider_get: (_state: unknown, { providerId }: Readonly<Record<string, unknown>>) =>
    providers.find(({ id }) => id === providerId) ?? entra,
  federation_identity_list: () => ({
    identities: [
      {
        providerId: 'entra',
        displayName: 'Acme staff',
        subject: 'x4Yq',
        email: 'ada.lovelace@acme.example',
        linkedAt: ago(40_000),
        lastSignInAt: ago(300),
        lastFailure: { at: ago(20), reason: 'not_allowed' },
      },
    ],
  }),
  federation_catalogue_list: () => ({ catalogue: [google] }),
}
