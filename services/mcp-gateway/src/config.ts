import { commonEnv, readEnv } from '@signet/runtime'
import * as z from 'zod'

/** Everything the agent gateway reads from its environment. */
export const readConfig = (env?: NodeJS.ProcessEnv) =>
  readEnv(
    {
      ...commonEnv,
      /** Where the administration API is reached from here, as an origin. */
      SIGNET_ADMIN_API_URL: z.url().transform((value) => new URL(value).origin),
    },
    env,
  )

export type Config = ReturnType<typeof readConfig>
