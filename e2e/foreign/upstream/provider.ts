import type { Page } from 'playwright'

export interface Place {
  /** Empty folder for the data of the provider. */
  readonly folder: string
  /** Folder for installed tools, which is kept for the next run. */
  readonly tools: string
  readonly port: number
  /** Redirect URI of Signet. */
  readonly callback: string
}

export interface RunningProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The address that the provider asserts for its user; empty when it asserts none. */
  readonly email: string
  /** Signs in on the pages of the provider. */
  signIn(page: Page): Promise<void>
  stop(): Promise<void>
}

/** An OpenID provider written by others. */
export interface UpstreamProvider {
  readonly name: string
  /** Programs without which the provider is not run. */
  readonly toolchain: readonly string[]
  start(place: Place): Promise<RunningProvider>
}
