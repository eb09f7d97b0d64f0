import type { CatalogueId, Provider } from '@signet/contracts'
import type { Protocol } from './protocol.ts'

export type KindField =
  | 'issuer'
  | 'clientSecret'
  | 'clientAuthentication'
  | 'clientCertificate'
  | 'tenant'
  | 'teamId'
  | 'keyId'
  | 'signingKey'
  | 'scopes'
  | 'secretExpiresOn'
  | 'ssoUrl'
  | 'signingCertificates'
  | 'metadataUrl'
  | 'nameIdFormat'
  | 'signsRequests'

/** All differences between kinds are in this file. */
export interface ProviderKind {
  readonly displayName: string
  /** `{tenant}` is replaced by the tenant. null: each provider has its own issuer. */
  readonly issuer: string | null
  /** Required, and optional, fields that only some kinds have. */
  readonly needs: readonly KindField[]
  readonly mayHave: readonly KindField[]
  readonly scopes: readonly string[]
  readonly logoutSignals: Provider['logoutSignals']
  readonly capabilities: Provider['capabilities']
  readonly recommendedCorrelation: Provider['recommendedCorrelation']
  /** Parameters of an authorization request that are forwarded (OpenID Connect Core 3.1.2.1). */
  readonly carries: ForwardedParameters
  /** Set for a provider that needs an explicit mode (OAuth 2.0 Form Post Response Mode). */
  readonly responseMode?: 'form_post'
}

export interface ForwardedParameters {
  readonly prompts: readonly ('login' | 'select_account')[]
  readonly parameters: readonly ('max_age' | 'login_hint' | 'ui_locales')[]
}

const carriesAll: ForwardedParameters = {
  prompts: ['login', 'select_account'],
  parameters: ['max_age', 'login_hint', 'ui_locales'],
}

const standardScopes = ['openid', 'profile', 'email'] as const
const bySubject = { claim: 'sub', attribute: 'externalId' } as const
/** Microsoft's `sub` differs for each application; `oid` is the directory's id of the user. */
const byObjectId = { claim: 'oid', attribute: 'externalId' } as const
const noSignals = {
  globalTokenRevocation: false,
  backChannelLogout: false,
  frontChannelLogout: false,
} as const

const microsoft = {
  needs: ['clientSecret'],
  mayHave: [],
  scopes: standardScopes,
  logoutSignals: { ...noSignals, frontChannelLogout: true },
  // Microsoft does not verify an e-mail claim.
  capabilities: { pkce: true, emailVerified: false, endSession: true, groups: true },
  recommendedCorrelation: byObjectId,
  carries: { prompts: ['login', 'select_account'], parameters: ['login_hint'] },
} as const

export const providerKinds: { readonly [Id in CatalogueId]: ProviderKind } = {
  google: {
    displayName: 'Google',
    issuer: 'https://accounts.google.com',
    needs: ['clientSecret'],
    mayHave: [],
    scopes: standardScopes,
    logoutSignals: noSignals,
    capabilities: { pkce: true, emailVerified: true, endSession: false, groups: false },
    recommendedCorrelation: { claim: 'email', attribute: 'userName' },
    // Google rejects an unknown prompt.
    carries: { prompts: ['select_account'], parameters: ['login_hint'] },
  },
  microsoft: {
    ...microsoft,
    displayName: 'Microsoft',
    issuer: 'https://login.microsoftonline.com/common/v2.0',
  },
  apple: {
    displayName: 'Apple',
    issuer: 'https://appleid.apple.com',
    needs: ['teamId', 'keyId', 'signingKey'],
    mayHave: [],
    scopes: ['openid', 'name', 'email'],
    logoutSignals: noSignals,
    capabilities: { pkce: false, emailVerified: true, endSession: false, groups: false },
    recommendedCorrelation: bySubject,
    carries: { prompts: [], parameters: [] },
    // Apple sends a name or an address only with a posted response.
    responseMode: 'form_post',
  },
  entra: {
    ...microsoft,
    displayName: 'Microsoft Entra ID',
    issuer: 'https://login.microsoftonline.com/{tenant}/v2.0',
    needs: ['tenant', 'clientSecret'],
  },
  okta: {
    displayName: 'Okta',
    issuer: null,
    needs: ['issuer', 'clientSecret'],
    mayHave: ['clientAuthentication'],
    scopes: standardScopes,
    logoutSignals: { ...noSignals, globalTokenRevocation: true },
    capabilities: { pkce: true, emailVerified: true, endSession: true, groups: true },
    recommendedCorrelation: bySubject,
    carries: carriesAll,
  },
  auth0: {
    displayName: 'Auth0',
    issuer: null,
    needs: ['issuer', 'clientSecret'],
    mayHave: ['clientAuthentication', 'clientCertificate'],
    scopes: standardScopes,
    logoutSignals: { ...noSignals, backChannelLogout: true },
    capabilities: { pkce: true, emailVerified: true, endSession: true, groups: false },
    recommendedCorrelation: bySubject,
    carries: carriesAll,
  },
  keycloak: {
    displayName: 'Keycloak',
    issuer: null,
    needs: ['issuer'],
    mayHave: ['clientSecret', 'clientAuthentication', 'clientCertificate'],
    scopes: standardScopes,
    logoutSignals: { ...noSignals, backChannelLogout: true, frontChannelLogout: true },
    capabilities: { pkce: true, emailVerified: true, endSession: true, groups: true },
    recommendedCorrelation: bySubject,
    carries: carriesAll,
  },
  gitlab: {
    displayName: 'GitLab',
    issuer: 'https://gitlab.com',
    needs: ['clientSecret'],
    mayHave: ['issuer'],
    scopes: standardScopes,
    logoutSignals: noSignals,
    capabilities: { pkce: true, emailVerified: true, endSession: false, groups: true },
    recommendedCorrelation: bySubject,
    carries: carriesAll,
  },
}

const openIdConnect: ProviderKind = {
  displayName: 'OpenID Connect',
  issuer: null,
  needs: ['issuer'],
  mayHave: ['clientSecret', 'clientAuthentication', 'clientCertificate'],
  scopes: standardScopes,
  logoutSignals: { globalTokenRevocation: true, backChannelLogout: true, frontChannelLogout: true },
  capabilities: { pkce: null, emailVerified: null, endSession: null, groups: null },
  recommendedCorrelation: bySubject,
  carries: carriesAll,
}

const saml: ProviderKind = {
  displayName: 'SAML',
  issuer: null,
  needs: ['issuer', 'ssoUrl', 'signingCertificates'],
  mayHave: ['metadataUrl', 'nameIdFormat', 'signsRequests'],
  scopes: [],
  logoutSignals: noSignals,
  capabilities: { pkce: false, emailVerified: false, endSession: false, groups: null },
  recommendedCorrelation: { claim: 'sub', attribute: 'userName' },
  carries: { prompts: ['login'], parameters: [] },
}

export const isCatalogueId = (value: string): value is CatalogueId => Object.hasOwn(providerKinds, value)

export function kindOf(catalogueId: string | null, protocol?: Protocol): ProviderKind {
  if (protocol === 'saml') return saml
  return catalogueId !== null && isCatalogueId(catalogueId) ? providerKinds[catalogueId] : openIdConnect
}
