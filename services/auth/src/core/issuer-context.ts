import type { RegistrationSwitches } from '@signet/clients'
import type { Settings, StoredClaim } from '@signet/contracts'
import type { FormerHost, Located, PasskeyRule, Routable } from '@signet/federation'
import type { JWK } from 'oidc-provider'
import type { CookieKeys } from './cookie-keys.ts'
import type { IssuerDeps } from './deps.ts'

export interface IssuerProject extends RegistrationSwitches {
  readonly id: string
  readonly name: string
  readonly displayName: string | null
  readonly primaryColor: string | null
  /** First characters of the SHA-256 digest of the logo; null without one. */
  readonly logoDigest: string | null
  readonly language: string | null
  readonly addressForm: string
  readonly slug: string | null
  readonly host: string | null
  readonly passwordLogin: boolean
  readonly registrationOpen: boolean
  readonly accountDeletion: boolean
  readonly emailVerificationRequired: boolean
  readonly verificationMethod: 'link' | 'code'
  readonly totpRequired: boolean
  readonly passkeys: PasskeyRule
  readonly passkeyUserVerification: 'required' | 'preferred'
  /** AAGUIDs; empty for any. */
  readonly passkeyAuthenticators: readonly string[]
  /** Some may have expired since. */
  readonly formerHosts: readonly FormerHost[]
  /** Empty for every host. */
  readonly clientDocumentHosts: readonly string[]
  /** Claims in the tokens of all applications. */
  readonly declaredClaims: readonly StoredClaim[]
  /** Address that is asked about unknown users; null without one. */
  readonly migrationHook: string | null
  /** Move from or to another instance. */
  readonly move: ProjectMove | null
  /** Enabled ones, in the order of their buttons. */
  readonly providers: readonly OfferedProvider[]
}

export interface ProjectMove {
  readonly issuer: string
  /** Public keys of the other issuer. They are published, and never verify anything at this instance. */
  readonly keys: readonly JWK[]
  /** The address serves only keys, and discovery names the other issuer. */
  readonly finished: boolean
}

export interface OfferedProvider extends Located, Routable {
  readonly displayName: string
}

export interface OptionsContext {
  readonly deps: IssuerDeps
  readonly issuer: string
  readonly mountPath: string
  readonly project: IssuerProject
  readonly settings: Settings
  readonly needsRegistrationToken: boolean
  /** The signing key of each algorithm first: oidc-provider signs with the first match. */
  readonly keys: readonly JWK[]
  readonly algorithms: readonly string[]
  readonly cookieKeys: CookieKeys
  /** Undefined unless the settings require nonces. */
  readonly nonceKey: Buffer | undefined
  /** Derives the successors of refresh tokens; undefined unless the settings allow repetitions. */
  readonly successorKey: Buffer | undefined
}
