import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from '../logger.ts'
import { collectProcessMetrics, contentType, scrape } from './registry.ts'

export interface MetricsOptions {
  readonly SIGNET_METRICS_HOST: string
  readonly SIGNET_METRICS_PORT?: number | undefined
}

export interface MetricsServer {
  /** Undefined while metrics are off. */
  readonly port: number | undefined
  close(): Promise<void>
}

/** Listens on a separate port, which no proxy leads to; off unless a port is configured. */
export async function serveMetrics(config: MetricsOptions, logger: Logger): Promise<MetricsServer> {
  const { SIGNET_METRICS_HOST: host, SIGNET_METRICS_PORT: wanted } = config
  if (wanted === undefined) return { port: undefined, close: async () => undefined }
  collectProcessMetrics()
  const server = createServer({ requestTimeout: 10_000 }, async (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return response.writeHead(404).end()
    const text = await scrape().catch((error: unknown) => logger.warn({ err: error }, 'metrics failed'))
    if (typeof text === 'string') response.writeHead(200, { 'content-type': contentType }).end(text)
    else response.writeHead(500).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(wanted, host, resolve)
  })
  const { port } = server.address() as AddressInfo
  logger.info({ host, port }, 'metrics are served')
  return {
    port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
