import type { Client, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from './context.ts'

/** What Signet keeps of an application besides its registered metadata; see `storage/client-adapter.ts`. */
export interface OwnSettings {
  readonly requireConsent: boolean
  readonly partialConsent: boolean
  readonly corsOrigins: readonly string[]
  readonly primaryColor?: string
  readonly dynamic: boolean
  readonly builtIn: boolean
}

const none: OwnSettings = {
  requireConsent: true,
  partialConsent: false,
  corsOrigins: [],
  dynamic: false,
  builtIn: false,
}

export const ownSettings = (client: Client): OwnSettings =>
  (client as unknown as { signet?: OwnSettings }).signet ?? none

/** Metadata beyond the registered names, and cross-origin calls by the application's own list (T27). */
export const clientMetadata = ({ settings }: OptionsContext): Configuration => ({
  extraClientMetadata: { properties: ['signet'] },
  clientBasedCORS: (_ctx: KoaContextWithOIDC, origin: string, client: Client) =>
    settings['cors.enabled'] && ownSettings(client).corsOrigins.includes(origin),
})
