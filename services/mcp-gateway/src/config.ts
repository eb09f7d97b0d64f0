import { environments, readEnv } from '@signet/runtime'

/** Reads the environment variables of the agent gateway. */
export const readConfig = (env?: NodeJS.ProcessEnv) => readEnv(environments['mcp-gateway'], env)

export type Config = ReturnType<typeof readConfig>
