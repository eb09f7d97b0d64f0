import { environments, readEnv } from '@signet/runtime'

/** Everything the administration API reads from its environment. */
export const readConfig = (env?: NodeJS.ProcessEnv) => readEnv(environments['admin-api'], env)

export type Config = ReturnType<typeof readConfig>
