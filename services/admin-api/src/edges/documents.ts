import {
  nounOf,
  nouns,
  type Operation,
  openapi30Document,
  openapiDocument,
  operations,
} from '@signet/contracts'
import { refuse } from '@signet/runtime'
import type { SettingsCache } from '@signet/tenancy'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import { operationNames } from '../domains/index.ts'
import { compressed } from './compressed.ts'
import { type ApiDocument, dereferenced } from './reference/document.ts'
import { referencePath, referencePolicy } from './reference/layout.ts'
import { createSearch, startPage, tagPage } from './reference/pages.ts'

const cached = 'public, max-age=300'

/** No text of an operation has a longer word. */
const longestSearch = 200

/**
 * Adds `/admin/api/openapi.json` (OpenAPI 3.1), `/admin/api/openapi-3.0.json`, and `/admin/api/reference`, with exactly the operations
 * that this release serves. Each is built at its first request, because it would be the largest object of a process.
 */
export function addDocuments(app: FastifyInstance, config: Config, settings: SettingsCache): void {
  const describe = (tag?: string) =>
    openapiDocument(
      operationNames
        .map((name): Operation => operations[name])
        .filter((operation) => tag === undefined || nounOf(operation.tool) === tag),
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
  addReference(app, describe)
  // The gateway has no database. The value is public. The gateway limits its own callers, so its requests, which come from one address,
  // are not limited here.
  app.get('/admin/api/agent-endpoint', { logLevel: 'silent', config: { limiter: 'own' } }, async () => ({
    enabled: (await settings.current())['mcp.enabled'],
  }))
}

/** Only the page of a subject shows schemas, so only its few operations are dereferenced. */
function addReference(app: FastifyInstance, describe: (tag?: string) => object): void {
  const outline = () => describe() as ApiDocument
  const asPage = (reply: FastifyReply) =>
    reply
      .headers({ 'cache-control': cached, 'content-security-policy': referencePolicy })
      .type('text/html; charset=utf-8')
  const sendStart = compressed(() => startPage(outline()))
  let search: ReturnType<typeof createSearch> | undefined
  app.get<{ Querystring: { q?: unknown } }>(referencePath, (request, reply) => {
    const { q } = request.query
    if (typeof q !== 'string' || q.trim() === '') return sendStart(request, asPage(reply))
    search ??= createSearch(outline())
    return asPage(reply).send(search(q.trim().slice(0, longestSearch)))
  })
  const pages = new Map(
    Object.keys(nouns).map((name) => [name, compressed(() => tagPage(dereferenced(describe(name)), name))]),
  )
  app.get<{ Params: { tag: string } }>(`${referencePath}/:tag`, (request, reply) => {
    const send = pages.get(request.params.tag)
    return send ? send(request, asPage(reply)) : refuse('not_found')
  })
}
