import { environments, readEnv } from '@signet/runtime'

/** Reads the environment variables of the SCIM service. */
export const readConfig = (env?: NodeJS.ProcessEnv) => readEnv(environments.scim, env)

export type Config = ReturnType<typeof readConfig>
