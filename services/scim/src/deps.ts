import type { Database, Executor } from '@signet/db'
import type { Faults, Logger } from '@signet/runtime'
import type { Config } from './config.ts'

/** What the service is made of; assembled once in `main.ts`, and by the tests. */
export interface Deps {
  readonly config: Config
  readonly logger: Logger
  /** Reaches nothing of a project but within it. */
  readonly database: Database
  /** Reaches every project: a request's credential says which one it is of. */
  readonly everywhere: Executor
  readonly faults: Faults
  /** What is away and not needed to answer, by name. */
  readonly degraded?: Readonly<Record<string, () => boolean>>
}
