import type { StoredSettings } from '@signet/contracts'
import type { default as Provider } from 'oidc-provider'
import type { IssuerProject } from '../core/issuer-context.ts'
import type { Document } from '../http/documents.ts'
import type { Version } from './versions.ts'

/** One project's authorization server at one version of the project and the instance. */
export interface Issuer {
  readonly version: Version
  readonly issuer: string
  /** Used instead of host and scheme of the request. */
  readonly host: string
  readonly scheme: string
  /** Empty, or `/slug`. */
  readonly mountPath: string
  readonly project: IssuerProject
  readonly settings: StoredSettings
  readonly provider: Provider
  readonly documents: Map<string, Document>
  readonly callback: ReturnType<Provider['callback']>
}
