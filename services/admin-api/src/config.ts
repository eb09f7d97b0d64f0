import { environments, readEnv } from '@signet/runtime'

/** Reads the environment variables of the administration API. */
export const readConfig = (env?: NodeJS.ProcessEnv) => readEnv(environments['admin-api'], env)

export type Config = ReturnType<typeof readConfig>
