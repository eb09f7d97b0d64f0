import type { Page } from 'playwright'

export interface Place {
  /** Empty folder for the data of the provider. */
  readonly folder: string
  /** Folder for installed tools, which is kept for the next run. */
  readonly tools: string
  readonly port: number
  /** Redirect URI of Signet, or its assertion consumer service. */
  readonly callback: string
  /** Certificate for localhost that Signet and this process trust, and its key; PEM. */
  readonly tls: { readonly pem: string; readonly key: string }
  /** Address of the metadata of Signet, which is also its entity ID. */
  readonly metadata: string
}

export interface RunningProvider {
  /** Fields of the provider in Signet: issuer and credentials of OpenID Connect, or metadata of SAML. */
  readonly fields: Readonly<Record<string, string>>
  /** The address that the provider asserts for its user; empty when it asserts none. */
  readonly email: string
  signIn(page: Page): Promise<void>
  stop(): Promise<void>
}

export interface UpstreamProvider {
  /** Default: oidc. */
  readonly protocol?: 'saml'
  readonly name: string
  /** Programs without which the provider is not run. */
  readonly toolchain: readonly string[]
  start(place: Place): Promise<RunningProvider>
}
