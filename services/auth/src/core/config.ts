import { environments, readEnv } from '@signet/runtime'

/** Everything the authorization server reads from its environment. */
export const readConfig = (env?: NodeJS.ProcessEnv) => readEnv(environments.auth, env)

export type Config = ReturnType<typeof readConfig>
