import type { Logger } from '@signet/runtime'
import type { Config } from './config.ts'

export interface Deps {
  readonly config: Config
  readonly logger: Logger
}
