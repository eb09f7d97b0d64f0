import type { AuthenticatorModels } from '@signet/accounts/authenticator-models'
import type { Database, Transactor } from '@signet/db'
import type { Egress } from '@signet/http'
import type { Mailer } from '@signet/mail'
import type { Faults, Logger } from '@signet/runtime'
import type { PasswordHasher, Vault } from '@signet/secrets'
import type { ClientErrors } from '../activity/client-errors.ts'
import type { ActivityCounter } from '../activity/count.ts'
import type { SignInCounter } from '../activity/sign-in-counter.ts'
import type { ArtifactStore } from '../artifacts/artifact-store.ts'
import type { UpstreamConnections } from '../upstream/connections.ts'
import type { MigrationGate } from '../upstream/migration-gate.ts'
import type { BackgroundTasks } from './background-tasks.ts'
import type { Config } from './config.ts'

export interface Deps {
  readonly config: Config
  readonly logger: Logger
  readonly database: Database
  readonly artifacts: ArtifactStore
  readonly vault: Vault
  readonly passwords: PasswordHasher
  readonly faults: Faults
  readonly mailer: Mailer
  readonly backgroundTasks: BackgroundTasks
  readonly activity: ActivityCounter
  readonly clientErrors: ClientErrors
  readonly signIns: SignInCounter
  /** The addresses of configuration and requests could point into the internal network. */
  readonly egress: Egress
  /** Limits requests to other systems about unknown users. */
  readonly migrationGate: MigrationGate
  readonly upstreams: UpstreamConnections
  /** The operator's copy of the FIDO metadata. */
  readonly authenticatorModels: AuthenticatorModels
  /** Unavailable parts that no response requires, by name. */
  readonly degraded?: Readonly<Record<string, () => boolean>>
  /** Default: the pool of requests. */
  readonly readinessDatabase?: Database
}

/** The database reaches only the rows of the project. */
export interface IssuerDeps extends Omit<Deps, 'database'> {
  readonly database: Transactor
}
