import { sql } from '@signet/db'
import { addHealth, createHttp } from '@signet/runtime'
import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'

/** The whole service over given dependencies: what `main.ts` runs and every test calls. */
export async function buildApp({ config, logger, database }: Deps): Promise<FastifyInstance> {
  const app = createHttp({ logger, proxyHops: config.SIGNET_PROXY_HOPS })
  addHealth(app, { database: async () => (await database.rows(sql`SELECT 1 AS ok`)).length === 1 })
  return app
}
