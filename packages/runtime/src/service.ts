import type { FastifyInstance } from 'fastify'
import { drain } from './health.ts'
import { releaseIdleMemory } from './idle-memory.ts'
import { type Closable, stopGracefully } from './lifecycle.ts'
import type { Logger } from './logger.ts'
import { type MetricsOptions, serveMetrics } from './metrics/server.ts'

interface Service {
  readonly config: MetricsOptions & {
    readonly HOST: string
    readonly PORT: number
    readonly SIGNET_DRAIN_SECONDS: number
  }
  readonly logger: Logger
  readonly app: FastifyInstance
  /** Closed in this order after the last request. */
  readonly parts?: readonly Closable[]
}

/** Serves requests and metrics until a signal stops the process. */
export async function startService({ config, logger, app, parts = [] }: Service): Promise<void> {
  const metrics = await serveMetrics(config, logger)
  await app.listen({ host: config.HOST, port: config.PORT })
  releaseIdleMemory()
  stopGracefully(logger, [
    { name: 'drain', close: () => drain(app, config.SIGNET_DRAIN_SECONDS) },
    { name: 'http', close: () => app.close() },
    { name: 'metrics', close: () => metrics.close() },
    ...parts,
  ])
}
