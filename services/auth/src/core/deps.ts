import type { Database, Transactor } from '@signet/db'
import type { Egress } from '@signet/http'
import type { Mailer } from '@signet/mail'
import type { Faults, Logger } from '@signet/runtime'
import type { PasswordHasher, Vault } from '@signet/secrets'
import type { ActivityCounter } from '../activity/count.ts'
import type { ArtifactStore } from '../artifacts/artifact-store.ts'
import type { UpstreamConnections } from '../upstream/connections.ts'
import type { BackgroundTasks } from './background-tasks.ts'
import type { Config } from './config.ts'

/** What the service is made of; assembled once in `main.ts`, and by the tests. */
export interface Deps {
  readonly config: Config
  readonly logger: Logger
  readonly database: Database
  /** What every token request reads and writes. */
  readonly artifacts: ArtifactStore
  readonly vault: Vault
  readonly passwords: PasswordHasher
  readonly faults: Faults
  readonly mailer: Mailer
  /** Work that an answer does not wait for. */
  readonly backgroundTasks: BackgroundTasks
  readonly activity: ActivityCounter
  /** The one client for addresses that somebody gave (R17). */
  readonly egress: Egress
  /** What this process knows of identity providers. */
  readonly upstreams: UpstreamConnections
  /** What is away and not needed to answer, by name. */
  readonly degraded?: Readonly<Record<string, () => boolean>>
}

/** The same for one project's issuer: its database reaches that project's rows. */
export interface IssuerDeps extends Omit<Deps, 'database'> {
  readonly database: Transactor
}
