import { environments, readEnv } from '@signet/runtime'

export const readConfig = (env?: NodeJS.ProcessEnv) => readEnv(environments['admin-api'], env)

export type Config = ReturnType<typeof readConfig>
