import { createLogger, runMain, startService } from '@signet/runtime'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'

await runMain(async () => {
  const config = readConfig()
  const logger = createLogger('mcp-gateway', config.LOG_LEVEL)
  const app = await buildApp({ config, logger })
  await startService({ config, logger, app })
})
