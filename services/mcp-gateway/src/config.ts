import { environments, readEnv } from '@signet/runtime'

/** Everything the agent gateway reads from its environment. */
export const readConfig = (env?: NodeJS.ProcessEnv) => readEnv(environments['mcp-gateway'], env)

export type Config = ReturnType<typeof readConfig>
