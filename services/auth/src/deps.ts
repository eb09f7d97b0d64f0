import type { Database } from '@signet/db'
import type { Egress, Faults, Logger } from '@signet/runtime'
import type { PasswordHasher, Vault } from '@signet/secrets'
import type { Config } from './config.ts'

/** What the service is made of; assembled once in `main.ts`, and by the tests. */
export interface Deps {
  readonly config: Config
  readonly logger: Logger
  readonly database: Database
  readonly vault: Vault
  readonly passwords: PasswordHasher
  readonly faults: Faults
  /** The one door to addresses that somebody gave (R17). */
  readonly egress: Egress
}
