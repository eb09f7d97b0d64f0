import type { StoredSettings } from '@signet/contracts'
import type { Located as LocatedProvider, Routable } from '@signet/federation'
import type { default as Provider } from 'oidc-provider'
import type { Version } from './versions.ts'

/** The project as its provider sees it: read once per version. */
export interface IssuerProject {
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
  readonly reserved: string | null
  /** Those that are enabled, in the order of their buttons. */
  readonly providers: readonly OfferedProvider[]
}

/** An upstream provider as the sign-in page offers it. */
export interface OfferedProvider extends LocatedProvider, Routable {
  readonly displayName: string
}

/** Bytes answered without touching the provider, with their entity tag. Headers are names and values in turn. */
export interface Document {
  /** The bytes, a character each. */
  readonly body: string
  readonly etag: string
  readonly headers: string[]
  /** Headers for who holds these bytes already. */
  readonly unchanged: string[]
}

/** One project's authorization server at one version of the project and the instance. */
export interface Issuer {
  readonly version: Version
  readonly issuer: string
  /** Host and scheme the provider is told, whatever the request says. */
  readonly host: string
  readonly scheme: string
  /** Path the project is mounted under: empty, or `/slug`. */
  readonly mountPath: string
  readonly project: IssuerProject
  readonly settings: StoredSettings
  readonly provider: Provider
  readonly documents: Map<string, Document>
  readonly callback: ReturnType<Provider['callback']>
}
