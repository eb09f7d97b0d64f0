import { openapiDocument, operations } from '@signet/contracts'
import type { SettingsCache } from '@signet/directory'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { servedOperations } from '../domains/index.ts'
import { compressed } from './compressed.ts'
import { dereferenced } from './reference/dereferenced.ts'
import { referencePage, referencePolicy } from './reference/page.ts'

const cached = 'public, max-age=300'

/**
 * `/admin/api/openapi.json`, and the same for people at `/admin/api/reference`: exactly the operations this release
 * serves; the agent gateway offers no others. It is the largest thing
 * a process would keep.
 */
export function addDocuments(app: FastifyInstance, config: Config, settings: SettingsCache): void {
  const describe = () =>
    openapiDocument(
      servedOperations.map((name) => operations[name]),
      { baseUrl: config.SIGNET_BASE_URL },
    )
  const sendDocument = compressed(() => JSON.stringify(describe()))
  app.get('/admin/api/openapi.json', (request, reply) =>
    sendDocument(request, reply.header('cache-control', cached).type('application/json')),
  )
  const sendPage = compressed(() => referencePage(dereferenced(describe())))
  app.get('/admin/api/reference', (request, reply) =>
    sendPage(
      request,
      reply
        .headers({ 'cache-control': cached, 'content-security-policy': referencePolicy })
        .type('text/html; charset=utf-8'),
    ),
  )
  // Whether `/mcp` is there at all: the gateway has no database to look into. Nobody needs a credential to see that.
  app.get('/admin/api/agent-endpoint', { logLevel: 'silent' }, async () => ({
    enabled: (await settings.current())['mcp.enabled'],
  }))
}
