import { openapiDocument, operations } from '@signet/contracts'
import type { SettingsCache } from '@signet/directory'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { servedOperations } from '../domains/index.ts'

/**
 * `/admin/api/openapi.json`: exactly the operations this release serves; the agent gateway offers no others. Made when
 * it is first asked for: most processes never are, and it is the largest thing they would hold.
 */
export function addDocuments(app: FastifyInstance, config: Config, settings: SettingsCache): void {
  let document: string | undefined
  const render = () =>
    JSON.stringify(
      openapiDocument(
        servedOperations.map((name) => operations[name]),
        { baseUrl: config.SIGNET_BASE_URL },
      ),
    )
  app.get('/admin/api/openapi.json', async (_request, reply) => {
    document ??= render()
    return reply.header('cache-control', 'public, max-age=300').type('application/json').send(document)
  })
  // Whether `/mcp` is there at all: the gateway has no database to look into. Nobody needs a credential to see that.
  app.get('/admin/api/agent-endpoint', { logLevel: 'silent' }, async () => ({
    enabled: (await settings.current())['mcp.enabled'],
  }))
}
