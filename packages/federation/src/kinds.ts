import type { CatalogueId, Provider } from '@signet/contracts'

/** Fields of a provider that only some kinds have. */
export type KindField = 'issuer' | 'clientSecret' | 'tenant' | 'teamId' | 'keyId' | 'signingKey'

/** What is known of one kind of provider; everything that differs between them is written here and nowhere else. */
export interface ProviderKind {
  readonly displayName: string
  /** The issuer everybody of this kind has; `{tenant}` stands for the tenant. null: each has its own. */
  readonly issuer: string | null
  /** Fields of its own that it cannot work without, and those it may have. */
  readonly needs: readonly KindField[]
  readonly mayHave: readonly KindField[]
  readonly scopes: readonly string[]
  /** Which signals that a sign-in ended the provider can send at all. */
  readonly logoutSignals: Provider['logoutSignals']
  readonly capabilities: Provider['capabilities']
  readonly recommendedCorrelation: Provider['recommendedCorrelation']
  /** What of an authorization request its own has a place for (OpenID Connect Core 3.1.2.1). */
  readonly carries: Carried
  /** How its answer comes, where it must be said (OAuth 2.0 Form Post Response Mode). */
  readonly responseMode?: 'form_post'
}

export interface Carried {
  readonly prompts: readonly ('login' | 'select_account')[]
  readonly parameters: readonly ('max_age' | 'login_hint' | 'ui_locales')[]
}

/** A provider that knows the whole of OpenID Connect. */
const carriesAll: Carried = {
  prompts: ['login', 'select_account'],
  parameters: ['max_age', 'login_hint', 'ui_locales'],
}

const standardScopes = ['openid', 'profile', 'email'] as const
const bySubject = { claim: 'sub', attribute: 'externalId' } as const
/** Microsoft's `sub` differs for each application; `oid` is the directory's own id of the person. */
const byObjectId = { claim: 'oid', attribute: 'externalId' } as const
const noSignals = { globalTokenRevocation: false, backChannelLogout: false } as const

const microsoft = {
  needs: ['clientSecret'],
  mayHave: [],
  scopes: standardScopes,
  logoutSignals: noSignals,
  // An e-mail claim of Microsoft's is not proven to be the person's.
  capabilities: { pkce: true, emailVerified: false, endSession: true, groups: true },
  recommendedCorrelation: byObjectId,
  carries: { prompts: ['login', 'select_account'], parameters: ['login_hint'] },
} as const

/** The recognised kinds. */
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
    // Google refuses a prompt that it does not know.
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
    // Apple gives a name or an address only with a posted answer.
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
    mayHave: [],
    scopes: standardScopes,
    logoutSignals: { globalTokenRevocation: true, backChannelLogout: false },
    capabilities: { pkce: true, emailVerified: true, endSession: true, groups: true },
    recommendedCorrelation: bySubject,
    carries: carriesAll,
  },
  auth0: {
    displayName: 'Auth0',
    issuer: null,
    needs: ['issuer', 'clientSecret'],
    mayHave: [],
    scopes: standardScopes,
    logoutSignals: { globalTokenRevocation: false, backChannelLogout: true },
    capabilities: { pkce: true, emailVerified: true, endSession: true, groups: false },
    recommendedCorrelation: bySubject,
    carries: carriesAll,
  },
  keycloak: {
    displayName: 'Keycloak',
    issuer: null,
    needs: ['issuer'],
    mayHave: ['clientSecret'],
    scopes: standardScopes,
    logoutSignals: { globalTokenRevocation: false, backChannelLogout: true },
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

/** Plain OpenID Connect: nothing is known of the provider beforehand. */
const openIdConnect: ProviderKind = {
  displayName: 'OpenID Connect',
  issuer: null,
  needs: ['issuer'],
  mayHave: ['clientSecret'],
  scopes: standardScopes,
  logoutSignals: { globalTokenRevocation: true, backChannelLogout: true },
  capabilities: { pkce: null, emailVerified: null, endSession: null, groups: null },
  recommendedCorrelation: bySubject,
  carries: carriesAll,
}

export const isCatalogueId = (value: string): value is CatalogueId => Object.hasOwn(providerKinds, value)

/** What is known of a provider of a kind, or of one without. */
export const kindOf = (catalogueId: string | null): ProviderKind =>
  catalogueId !== null && isCatalogueId(catalogueId) ? providerKinds[catalogueId] : openIdConnect
