import type { AuthenticatorModels } from '@signet/accounts/authenticator-models'
import type { Database, Executor, Transactor } from '@signet/db'
import type { PrismaClient } from '@signet/db/prisma'
import type { Egress } from '@signet/http'
import type { Mailer } from '@signet/mail'
import type { Faults, Logger } from '@signet/runtime'
import type { PasswordHasher, Vault } from '@signet/secrets'
import type { Config } from './config.ts'
import type { KeySupply } from './domains/projects/spare-keys.ts'
import type { ImportPace } from './user-imports/pace.ts'

export interface Deps {
  readonly config: Config
  readonly logger: Logger
  readonly faults: Faults
  readonly database: Database
  /** Reads by key: PostgreSQL plans each of its statements once for a connection, because planning costs more than execution. */
  readonly keyLookupPool: Database
  /** Created at its first use, because it takes 11 MiB. */
  readonly prisma: () => PrismaClient
  readonly vault: Vault
  readonly passwords: PasswordHasher
  readonly mailer: Mailer
  /** Fetches addresses that users or administrators entered; blocks internal networks. */
  readonly egress: Egress
  /** The operator's copy of the FIDO metadata. */
  readonly authenticatorModels: AuthenticatorModels
  readonly importPace: ImportPace
  readonly keySupply: KeySupply
  /** The service still answers without these dependencies. */
  readonly degraded?: Readonly<Record<string, () => boolean>>
  /** Default: the pool of requests. */
  readonly readinessDatabase?: Database
}

/** The database is limited to the project of the call. */
export interface HandlerDeps extends Omit<Deps, 'database' | 'keyLookupPool'> {
  readonly database: Transactor
  readonly keyLookupPool: Executor
}
