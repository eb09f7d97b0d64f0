import { fileURLToPath } from 'node:url'
import { createLogger, environments, readEnv, runMain, startService } from '@signet/runtime'
import { createConsoleServer } from '../local/console-files.ts'

await runMain(async () => {
  const config = readEnv(environments.console)
  const logger = createLogger('console', config.LOG_LEVEL)
  const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url))
  const server = createConsoleServer({ console: folder('./files'), documents: folder('./documents') }, logger)
  await startService({ config, logger, app: server })
})
