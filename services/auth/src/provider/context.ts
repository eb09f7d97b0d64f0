import type { Database, Transactor } from '@signet/db'
import type { Client, JWK } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import type { Document } from '../http/documents.ts'
import type { ClientKeyStore } from './client-key-store.ts'
import type { IssuerProvider } from './issuer-provider.ts'

export interface ProviderContext {
  readonly provider: IssuerProvider
  readonly context: OptionsContext
  readonly publicKeys: readonly JWK[]
}

export interface OverrideContext extends ProviderContext {
  /** Overrides the members of a client's own key store, or gives the client a known store. */
  readonly overrideKeyStore: (client: Client, known?: ClientKeyStore) => ClientKeyStore | undefined
}

export interface PipelineContext extends ProviderContext {
  /** Documents that the dispatcher sends from memory, by path. */
  readonly documents: Map<string, Document>
  /** The database of the service, for the project of the administrators. */
  readonly instance: Database
  /** An identity provider of either project may call at the root issuer. */
  readonly everyProject: Transactor
}
