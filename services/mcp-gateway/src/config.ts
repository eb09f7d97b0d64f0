import { environments, readEnv } from '@signet/runtime'

export const readConfig = (env?: NodeJS.ProcessEnv) => readEnv(environments['mcp-gateway'], env)

export type Config = ReturnType<typeof readConfig>
