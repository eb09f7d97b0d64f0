import {
  createLogger,
  drain,
  releaseIdleMemory,
  runMain,
  serveMetrics,
  stopGracefully,
} from '@signet/runtime'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'

await runMain(async () => {
  const config = readConfig()
  const logger = createLogger('mcp-gateway', config.LOG_LEVEL)
  const app = await buildApp({ config, logger })
  const metrics = await serveMetrics(config, logger)
  await app.listen({ host: config.HOST, port: config.PORT })
  releaseIdleMemory()
  stopGracefully(logger, [
    { name: 'drain', close: () => drain(app, config.SIGNET_DRAIN_SECONDS) },
    { name: 'http', close: () => app.close() },
    { name: 'metrics', close: () => metrics.close() },
  ])
})
