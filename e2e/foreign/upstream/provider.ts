import type { Page } from 'playwright'

export interface Place {
  readonly folder: string
  /** Installed tools are kept for the next run. */
  readonly tools: string
  readonly port: number
  /** Redirect URI of Signet, or its assertion consumer service. */
  readonly callback: string
  /** Certificate for localhost that Signet and this process trust; PEM. */
  readonly tls: { readonly pem: string; readonly key: string }
  /** Metadata of Signet; the address is also its entity ID. */
  readonly metadata: string
}

export interface RunningProvider {
  /** Issuer and credentials of OpenID Connect, or metadata of SAML. */
  readonly fields: Readonly<Record<string, string>>
  /** Asserted for the user; empty when the provider asserts none. */
  readonly email: string
  signIn(page: Page): Promise<void>
  stop(): Promise<void>
}

export interface UpstreamProvider {
  /** Default: oidc. */
  readonly protocol?: 'saml'
  readonly name: string
  /** The provider is not run without these programs. */
  readonly toolchain: readonly string[]
  start(place: Place): Promise<RunningProvider>
}
