import { nouns, type Operation, openapi30Document, openapiDocument, operations } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import type { SettingsCache } from '@signet/tenancy'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { operationNames } from '../domains/index.ts'
import { compressed } from './compressed.ts'

const cached = 'public, max-age=300'

/**
 * Adds `/admin/api/openapi.json` (OpenAPI 3.1) and `/admin/api/openapi-3.0.json`, with exactly the operations that this release serves.
 * Each is built at its first request, because it would be the largest object of a process.
 */
export function addDocuments(app: FastifyInstance, config: Config, settings: SettingsCache): void {
  const describe = () =>
    openapiDocument(
      operationNames.map((name): Operation => operations[name]),
      { baseUrl: config.SIGNET_BASE_URL },
    )
  const documents = {
    '/admin/api/openapi.json': compressed(() => JSON.stringify(describe())),
    '/admin/api/openapi-3.0.json': compressed(() => JSON.stringify(openapi30Document(describe()))),
  }
  for (const [path, send] of Object.entries(documents))
    app.get(path, (request, reply) =>
      send(request, reply.header('cache-control', cached).type('application/json')),
    )
  addReference(app)
  // The gateway has no database. The value is public. The gateway limits its own callers, so its requests, which come from one address,
  // are not limited here.
  app.get('/admin/api/agent-endpoint', { logLevel: 'silent', config: { limiter: 'own' } }, async () => ({
    enabled: (await settings.current())['mcp.enabled'],
  }))
}

/** The reference is a part of the documents of the instance. This address was its place in former releases. */
function addReference(app: FastifyInstance): void {
  const pages = '/docs/reference/api'
  app.get('/admin/api/reference', (_request, reply) => reply.redirect(`${pages}/overview/`, 308))
  app.get<{ Params: { tag: string } }>('/admin/api/reference/:tag', ({ params: { tag } }, reply) =>
    Object.hasOwn(nouns, tag) ? reply.redirect(`${pages}/${tag}/`, 308) : refuse('not_found'),
  )
}
