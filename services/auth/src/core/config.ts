import { environments, readEnv } from '@signet/runtime'

export const readConfig = (env?: NodeJS.ProcessEnv) => readEnv(environments.auth, env)

export type Config = ReturnType<typeof readConfig>
