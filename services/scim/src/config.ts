import { commonEnv, databaseEnv, natsEnv, readEnv } from '@signet/runtime'

/** Everything the SCIM service reads from its environment. */
export const readConfig = (env?: NodeJS.ProcessEnv) =>
  readEnv({ ...commonEnv, ...databaseEnv, ...natsEnv }, env)

export type Config = ReturnType<typeof readConfig>
