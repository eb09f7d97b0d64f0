import type { Database } from '@signet/db'
import type { Faults, Logger } from '@signet/runtime'
import type { Config } from './config.ts'

/** What the service is made of; assembled once in `main.ts`, and by the tests. */
export interface Deps {
  readonly config: Config
  readonly logger: Logger
  readonly database: Database
  readonly faults: Faults
  /** What is away and not needed to answer, by name. */
  readonly degraded?: Readonly<Record<string, () => boolean>>
}
