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
  readonly language: string | null
  readonly addressForm: string
  readonly slug: string | null
  readonly host: string | null
  readonly passwordLogin: boolean
  readonly registrationOpen: boolean
  readonly emailVerificationRequired: boolean
  readonly verificationMethod: 'link' | 'code'
  readonly totpRequired: boolean
  readonly passkeys: PasskeyRule
  readonly passkeyUserVerification: 'required' | 'preferred'
  /** AAGUIDs of the permitted authenticators; empty for any. */
  readonly passkeyAuthenticators: readonly string[]
  /** Former hosts with passkeys, of which some may have expired since. */
  readonly formerHosts: readonly FormerHost[]
  /** Hosts of accepted metadata documents; empty for every host. */
  readonly clientDocumentHosts: readonly string[]
  /** Declared claims of the tokens of all applications. */
  readonly declaredClaims: readonly StoredClaim[]
  /** Address of another system that is asked about unknown users; null without one. */
  readonly migrationHook: string | null
  /** Move from or to another instance; null without one. */
  readonly move: ProjectMove | null
  /** Enabled identity providers, in the order of their buttons. */
  readonly providers: readonly OfferedProvider[]
}

export interface ProjectMove {
  /** Issuer of the project at the other instance. */
  readonly issuer: string
  /** Public keys of this issuer. They are published, and never verify anything at this instance. */
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
  /** Private keys, the signing key of each algorithm first: oidc-provider signs with the first match. */
  readonly keys: readonly JWK[]
  readonly algorithms: readonly string[]
  readonly cookieKeys: CookieKeys
  /** Key of the DPoP nonces; undefined unless the settings require nonces. */
  readonly nonceKey: Buffer | undefined
  /** Key of the successors of refresh tokens; undefined unless the settings allow repetitions. */
  readonly successorKey: Buffer | undefined
}
