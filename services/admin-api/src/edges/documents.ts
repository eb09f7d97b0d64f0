import { openapiDocument, operations } from '@signet/contracts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { servedOperations } from '../domains/index.ts'

/** `/admin/api/openapi.json`: exactly the operations this release serves; the agent gateway offers no others. */
export function addDocuments(app: FastifyInstance, config: Config): void {
  const served = servedOperations.map((name) => operations[name])
  const document = openapiDocument(served, { baseUrl: config.SIGNET_BASE_URL })
  app.get('/admin/api/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(document),
  )
}
