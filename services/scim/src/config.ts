import { environments, readEnv } from '@signet/runtime'

/** Everything the SCIM service reads from its environment. */
export const readConfig = (env?: NodeJS.ProcessEnv) => readEnv(environments.scim, env)

export type Config = ReturnType<typeof readConfig>
