import { isLoopbackRedirect, isPrivateUseRedirect } from '@signet/clients'
import { ownClientId } from '@signet/sessions'
import type { Client, ClientMetadata, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { checkRegistration } from './registration-rules.ts'

/** What Signet keeps of an application besides its registered metadata; see `storage/client-adapter.ts`. */
export interface OwnSettings {
  readonly requireConsent: boolean
  readonly partialConsent: boolean
  readonly corsOrigins: readonly string[]
  readonly primaryColor?: string
  /** Everything it was registered for, scopes of APIs among it; the provider knows only the server's own. */
  readonly scope?: string
  /** It registered itself, or published its own metadata document: nobody of the project vouches for it. */
  readonly dynamic: boolean
  readonly builtIn: boolean
  readonly secretDigest?: string
  /** The provisioning connection it belongs to: it is a directory, and no application. */
  readonly connectionId?: string
}

/** Settings read from our own table. An application cannot send one: what arrives as JSON is never an instance. */
export class StoredSettings implements OwnSettings {
  readonly requireConsent: boolean
  readonly partialConsent: boolean
  readonly corsOrigins: readonly string[]
  readonly primaryColor?: string
  readonly scope?: string
  readonly dynamic: boolean
  readonly builtIn: boolean
  readonly secretDigest?: string
  readonly connectionId?: string

  constructor(stored: OwnSettings) {
    this.requireConsent = stored.requireConsent
    this.partialConsent = stored.partialConsent
    this.corsOrigins = stored.corsOrigins
    this.dynamic = stored.dynamic
    this.builtIn = stored.builtIn
    if (stored.scope) this.scope = stored.scope
    if (stored.primaryColor) this.primaryColor = stored.primaryColor
    if (stored.secretDigest) this.secretDigest = stored.secretDigest
    if (stored.connectionId) this.connectionId = stored.connectionId
  }
}

/** An application nobody of the project made. */
const stranger: OwnSettings = {
  requireConsent: true,
  partialConsent: false,
  corsOrigins: [],
  dynamic: true,
  builtIn: false,
}

/** What our own pages are to the provider: signing in to them is signing in like anywhere else. */
const ourselves: OwnSettings = { ...stranger, requireConsent: false, dynamic: false, builtIn: true }

export const ownSettings = (client: Client): OwnSettings =>
  (client as unknown as { signet?: OwnSettings }).signet ??
  (client.clientId === ownClientId ? ourselves : stranger)

/** It is known by the metadata document at its own address (draft-ietf-oauth-client-id-metadata-document). */
export const isMetadataDocument = (client: Client): boolean =>
  (client as unknown as { clientIdMetadataDocument?: boolean }).clientIdMetadataDocument === true

/** What people know an application by; one that published itself is shown by the host that did (T14). */
export const nameOfClient = (client: Client): string =>
  isMetadataDocument(client) ? new URL(client.clientId).host : (client.clientName ?? client.clientId)

/** Metadata beyond the registered names, and cross-origin calls by the application's own list (T27). */
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
 * Returns whether a metadata document or a registration without a kind of application is a native one: it has a private-use scheme,
 * or only loopback addresses, whose port is ignored (RFC 8252 7.1, 7.3). Claude Code's document lists no port and names no kind. The
 * provider has set `web` before this check, so a document that names `web` is read the same way.
 */
function isUndeclaredNative(ctx: KoaContextWithOIDC | undefined, metadata: ClientMetadata): boolean {
  const { client_id: id } = metadata
  const uris = (Array.isArray(metadata.redirect_uris) ? metadata.redirect_uris : []).map(String)
  const registered: unknown = ctx?.oidc.body?.application_type
  const mayBeNative = ctx ? registered === undefined : id.startsWith('https://')
  return mayBeNative && uris.length > 0 && (uris.every(isLoopbackRedirect) || uris.some(isPrivateUseRedirect))
}

/** Its own list; without one, a public application that runs in browsers calls from where its redirects lead. */
function originsOf(client: Client): readonly string[] {
  const { corsOrigins } = ownSettings(client)
  const runsInBrowsers = client.applicationType === 'web' && client.tokenEndpointAuthMethod === 'none'
  if (corsOrigins.length > 0 || !runsInBrowsers) return corsOrigins
  return (client.redirectUris ?? []).flatMap((uri) => {
    const url = URL.parse(uri)
    return url && /^https?:$/.test(url.protocol) ? [url.origin] : []
  })
}
