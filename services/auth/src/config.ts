import { commonEnv, databaseEnv, egressEnv, mailEnv, natsEnv, readEnv, secretsEnv } from '@signet/runtime'
import * as z from 'zod'

/** Everything the authorization server reads from its environment. */
export const readConfig = (env?: NodeJS.ProcessEnv) =>
  readEnv(
    {
      ...commonEnv,
      ...databaseEnv,
      ...natsEnv,
      ...secretsEnv,
      ...egressEnv,
      ...mailEnv,
      /** Providers held in memory, some 270 KiB each; an idle project costs nothing. */
      SIGNET_ISSUER_CACHE: z.coerce.number().int().min(1).max(10_000).default(1_200),
    },
    env,
  )

export type Config = ReturnType<typeof readConfig>
