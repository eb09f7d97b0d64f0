import { fileURLToPath } from 'node:url'
import {
  createLogger,
  drain,
  environments,
  readEnv,
  runMain,
  serveMetrics,
  stopGracefully,
} from '@signet/runtime'
import { createConsoleServer } from '../local/console-files.ts'

await runMain(async () => {
  const config = readEnv(environments.console)
  const logger = createLogger('console', config.LOG_LEVEL)
  const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url))
  const server = createConsoleServer({ console: folder('./files'), documents: folder('./documents') }, logger)
  const metrics = await serveMetrics(config, logger)
  await server.listen({ host: config.HOST, port: config.PORT })
  stopGracefully(logger, [
    { name: 'drain', close: () => drain(server, config.SIGNET_DRAIN_SECONDS) },
    { name: 'http', close: () => server.close() },
    { name: 'metrics', close: () => metrics.close() },
  ])
})
