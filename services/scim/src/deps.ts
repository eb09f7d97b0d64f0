import type { Database, Executor } from '@signet/db'
import type { Faults, Logger } from '@signet/runtime'
import type { Config } from './config.ts'

export interface Deps {
  readonly config: Config
  readonly logger: Logger
  /** Reaches rows of a project only after `inProject`. */
  readonly database: Database
  /** Reaches every project, to find the project of a credential. */
  readonly instanceDatabase: Executor
  readonly faults: Faults
  /** Checks of unavailable dependencies without which the service still answers. */
  readonly degraded?: Readonly<Record<string, () => boolean>>
  /** Connection of the readiness checks; default: the pool of requests. */
  readonly readinessDatabase?: Database
}
