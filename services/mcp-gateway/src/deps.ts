import type { Logger } from '@signet/runtime'
import type { Config } from './config.ts'

/** Dependencies of the service, assembled in `main.ts` and by the tests. */
export interface Deps {
  readonly config: Config
  readonly logger: Logger
}
