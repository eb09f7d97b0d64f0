import { isLoopbackRedirect, isPrivateUseRedirect } from '@signet/clients'
import type { AssertionAudience, AssertionIssuer, StoredClaim } from '@signet/contracts'
import { ownClientId } from '@signet/sessions'
import type { Client, ClientMetadata, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { checkRegistration } from './registration-rules.ts'

interface PreviousSecret {
  readonly digest: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Settings of an application besides its registered metadata. */
export interface OwnSettings {
  readonly requireConsent: boolean
  readonly partialConsent: boolean
  readonly corsOrigins: readonly string[]
  readonly primaryColor?: string
  /** Includes scopes of APIs; oidc-provider has only the scopes of the server. */
  readonly scope?: string
  /** The application registered itself or published its metadata document: no administrator approved it. */
  readonly dynamic: boolean
  readonly builtIn: boolean
  readonly secretDigest?: string
  readonly previousSecret?: PreviousSecret
  /** Provisioning connection of a directory, which is no application. */
  readonly connectionId?: string
  /** Undefined: as the setting `pkce.required`. */
  readonly pkce?: 'required' | 'optional'
  /** True when ID tokens contain the claims of scopes; undefined: as the setting `conformIdTokenClaims`. */
  readonly idTokenClaims?: boolean
  /** Identifiers of APIs. */
  readonly exchangeAudiences?: readonly string[]
  readonly assertionIssuers?: readonly AssertionIssuer[]
  readonly assertionAudiences?: readonly AssertionAudience[]
  readonly declaredClaims?: readonly StoredClaim[]
  readonly hasLogo?: boolean
}

/** Settings read from the database. A client cannot submit them: parsed JSON is never an instance of this class. */
export class StoredSettings implements OwnSettings {
  readonly requireConsent: boolean
  readonly partialConsent: boolean
  readonly corsOrigins: readonly string[]
  readonly primaryColor?: string
  readonly scope?: string
  readonly dynamic: boolean
  readonly builtIn: boolean
  readonly secretDigest?: string
  readonly previousSecret?: PreviousSecret
  readonly connectionId?: string
  readonly pkce?: 'required' | 'optional'
  readonly idTokenClaims?: boolean
  readonly exchangeAudiences?: readonly string[]
  readonly assertionIssuers?: readonly AssertionIssuer[]
  readonly assertionAudiences?: readonly AssertionAudience[]
  readonly declaredClaims?: readonly StoredClaim[]
  readonly hasLogo?: boolean

  constructor(stored: OwnSettings) {
    this.requireConsent = stored.requireConsent
    this.partialConsent = stored.partialConsent
    this.corsOrigins = stored.corsOrigins
    this.dynamic = stored.dynamic
    this.builtIn = stored.builtIn
    if (stored.scope) this.scope = stored.scope
    if (stored.primaryColor) this.primaryColor = stored.primaryColor
    if (stored.secretDigest) this.secretDigest = stored.secretDigest
    if (stored.previousSecret) this.previousSecret = stored.previousSecret
    if (stored.connectionId) this.connectionId = stored.connectionId
    if (stored.pkce) this.pkce = stored.pkce
    if (stored.idTokenClaims !== undefined) this.idTokenClaims = stored.idTokenClaims
    if (stored.exchangeAudiences) this.exchangeAudiences = stored.exchangeAudiences
    if (stored.assertionIssuers) this.assertionIssuers = stored.assertionIssuers
    if (stored.assertionAudiences) this.assertionAudiences = stored.assertionAudiences
    if (stored.declaredClaims?.length) this.declaredClaims = stored.declaredClaims
    if (stored.hasLogo) this.hasLogo = stored.hasLogo
  }
}

const unapprovedSettings: OwnSettings = {
  requireConsent: true,
  partialConsent: false,
  corsOrigins: [],
  dynamic: true,
  builtIn: false,
}

const ownPagesSettings: OwnSettings = {
  ...unapprovedSettings,
  requireConsent: false,
  dynamic: false,
  builtIn: true,
}

/** Settings of directories, agents and service accounts: clients without users. */
export const machineSettings: OwnSettings = { ...unapprovedSettings, dynamic: false }

export const ownSettings = (client: Client): OwnSettings =>
  (client as unknown as { signet?: OwnSettings }).signet ??
  (client.clientId === ownClientId ? ownPagesSettings : unapprovedSettings)

/** draft-ietf-oauth-client-id-metadata-document */
export const isMetadataDocument = (client: Client): boolean =>
  (client as unknown as { clientIdMetadataDocument?: boolean }).clientIdMetadataDocument === true

/** A metadata document could claim any name, so users see its host instead. */
export const nameOfClient = (client: Client): string =>
  isMetadataDocument(client) ? new URL(client.clientId).host : (client.clientName ?? client.clientId)

/** Adds Signet's metadata, and allows cross-origin calls from the application's own list. */
export const clientMetadata = ({ settings }: OptionsContext): Configuration => ({
  extraClientMetadata: {
    properties: ['signet'],
    validator(ctx, _name, value, metadata) {
      if (!(value instanceof StoredSettings)) delete metadata.signet
      if (isUndeclaredNative(ctx, metadata)) metadata.application_type = 'native'
      if (ctx) checkRegistration(metadata)
    },
  },
  clientBasedCORS: (_ctx: KoaContextWithOIDC, origin: string, client: Client) =>
    settings['cors.enabled'] && originsOf(client).includes(origin),
})

/**
 * A client without `application_type` is native when it has a private-use scheme, or only loopback addresses, whose port is ignored
 * (RFC 8252 7.1, 7.3). Claude Code's document omits port and type. oidc-provider sets `web` before this check, so a document with `web`
 * is treated the same.
 */
function isUndeclaredNative(ctx: KoaContextWithOIDC | undefined, metadata: ClientMetadata): boolean {
  const { client_id: id } = metadata
  const uris = (Array.isArray(metadata.redirect_uris) ? metadata.redirect_uris : []).map(String)
  const registered: unknown = ctx?.oidc.body?.application_type
  const mayBeNative = ctx ? registered === undefined : id.startsWith('https://')
  return mayBeNative && uris.length > 0 && (uris.every(isLoopbackRedirect) || uris.some(isPrivateUseRedirect))
}

/** A public application in browsers without configured origins may call from the origins of its redirect addresses. */
function originsOf(client: Client): readonly string[] {
  const { corsOrigins } = ownSettings(client)
  const runsInBrowsers = client.applicationType === 'web' && client.tokenEndpointAuthMethod === 'none'
  if (corsOrigins.length > 0 || !runsInBrowsers) return corsOrigins
  return (client.redirectUris ?? []).flatMap((uri) => {
    const url = URL.parse(uri)
    return url && /^https?:$/.test(url.protocol) ? [url.origin] : []
  })
}
