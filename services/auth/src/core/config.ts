import { environments, readEnv } from '@signet/runtime'

/** Reads the environment of the authorization server. */
export const readConfig = (env?: NodeJS.ProcessEnv) => readEnv(environments.auth, env)

export type Config = ReturnType<typeof readConfig>
