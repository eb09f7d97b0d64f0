import type { Page } from 'playwright'
import type { CountingTlsEnd } from '../../support/tls.ts'

export interface Place {
  readonly folder: string
  /** Installed tools are kept for the next run. */
  readonly tools: string
  readonly port: number
  /** TLS in front of the port, for notices of Signet. */
  readonly end: CountingTlsEnd
}

export interface Registration {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

export interface RunningApplication {
  /** `signIn` completes the page of Signet. */
  signIn(page: Page, signIn: () => Promise<void>): Promise<void>
  isSignedIn(page: Page): Promise<boolean>
  stop(): Promise<void>
}

/** Written against a library or server of others. */
export interface Application {
  readonly name: string
  /** The application is not run without these programs. */
  readonly toolchain: readonly string[]
  addresses(origins: { readonly origin: string; readonly secured: string }): {
    readonly redirectUri: string
    readonly backchannelLogoutUri: string
  }
  start(place: Place, registration: Registration): Promise<RunningApplication>
}
