import type { Page } from 'playwright'
import type { CountingTlsEnd } from '../../support/tls.ts'

export interface Place {
  /** Empty folder for the data of the application. */
  readonly folder: string
  /** Folder for installed tools, which is kept for the next run. */
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
  /** Signs in with the pages of Signet. `signIn` completes the page of Signet. */
  signIn(page: Page, signIn: () => Promise<void>): Promise<void>
  /** Reads with the cookies of the page whether the application considers the browser signed in. */
  isSignedIn(page: Page): Promise<boolean>
  stop(): Promise<void>
}

/** An application written against a library or server of others. */
export interface Application {
  readonly name: string
  /** Programs without which the application is not run. */
  readonly toolchain: readonly string[]
  addresses(origins: { readonly origin: string; readonly secured: string }): {
    readonly redirectUri: string
    readonly backchannelLogoutUri: string
  }
  start(place: Place, registration: Registration): Promise<RunningApplication>
}
