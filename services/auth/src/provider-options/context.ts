import type { Settings } from '@signet/contracts'
import type { JWK } from 'oidc-provider'
import type { IssuerDeps } from '../deps.ts'
import type { IssuerProject } from '../issuers/issuer.ts'
import type { CookieKeys } from './cookie-keys.ts'

/** What the options of one project's provider are made from. */
export interface OptionsContext {
  readonly deps: IssuerDeps
  readonly issuer: string
  readonly mountPath: string
  readonly project: IssuerProject
  readonly settings: Settings
  /** Private keys, the signing one of each algorithm first: oidc-provider signs with the first that fits. */
  readonly keys: readonly JWK[]
  /** Algorithms that have a signing key. */
  readonly algorithms: readonly string[]
  readonly cookieKeys: CookieKeys
  /** What nonces for proofs of possession are made with, where the settings ask for them. */
  readonly nonceKey: Buffer | undefined
}
