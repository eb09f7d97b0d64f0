import { openapiDocument, operations } from '@signet/contracts'
import type { SettingsCache } from '@signet/directory'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { servedOperations } from '../domains/index.ts'
import type { ApiDocument } from './reference/document.ts'
import { referencePage, referencePolicy } from './reference/page.ts'

const cached = 'public, max-age=300'

/**
 * `/admin/api/openapi.json`, and the same for people at `/admin/api/reference`: exactly the operations this release
 * serves; the agent gateway offers no others. Made when first asked for: most processes never are, and it is the
 * largest thing they would hold.
 */
export function addDocuments(app: FastifyInstance, config: Config, settings: SettingsCache): void {
  const describe = () =>
    openapiDocument(
      servedOperations.map((name) => operations[name]),
      { baseUrl: config.SIGNET_BASE_URL },
    )
  let document: string | undefined
  app.get('/admin/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(describe())
    return reply.header('cache-control', cached).type('application/json').send(document)
  })
  let page: string | undefined
  app.get('/admin/api/reference', async (_request, reply) => {
    page ??= referencePage(describe() as unknown as ApiDocument)
    return reply
      .headers({ 'cache-control': cached, 'content-security-policy': referencePolicy })
      .type('text/html; charset=utf-8')
      .send(page)
  })
  // Whether `/mcp` is there at all: the gateway has no database to look into. Nobody needs a credential to see that.
  app.get('/admin/api/agent-endpoint', { logLevel: 'silent' }, async () => ({
    enabled: (await settings.current())['mcp.enabled'],
  }))
}
