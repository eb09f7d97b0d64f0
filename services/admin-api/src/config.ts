import { commonEnv, databaseEnv, egressEnv, mailEnv, natsEnv, readEnv, secretsEnv } from '@signet/runtime'
import * as z from 'zod'

/** Everything the administration API reads from its environment. */
export const readConfig = (env?: NodeJS.ProcessEnv) =>
  readEnv(
    {
      ...commonEnv,
      ...databaseEnv,
      ...natsEnv,
      ...secretsEnv,
      ...egressEnv,
      ...mailEnv,
      /** Where the authorization server is reached from here, when not at the instance address. */
      SIGNET_AUTH_URL: z.url().optional(),
    },
    env,
  )

export type Config = ReturnType<typeof readConfig>
