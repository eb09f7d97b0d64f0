import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { join, sep } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import { rejectAmbiguousFraming } from '@signet/http/request-framing'
import { followRequests } from '@signet/http/request-log'
import { addHealth, createLogger, Deadlines, noteRequest } from '@signet/runtime'
import Fastify, { type FastifyInstance } from 'fastify'

const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const securityHeaders = {
  'content-security-policy': consolePolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export interface ConsoleFolders {
  readonly console: string
  readonly documents: string
}

/** Assets, and files in the folder of the page. A name in the path of a page may have a dot. */
const isFile = (url: string): boolean => /^\/admin\/(?:assets\/|[^/?]*\.[^/?]*(?:\?|$))/.test(url)

/**
 * Serves the console under /admin and the documents under /docs, in the Brotli form of the build to browsers that accept it. Logs,
 * counts and drains like the services.
 */
export function createConsoleServer(
  folders: ConsoleFolders,
  logger = createLogger('console', 'silent'),
): FastifyInstance {
  const deadlines = new Deadlines()
  const giveUp = (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(503).end()
  const follow = followRequests({ logger, deadlines, giveUp })
  const app = Fastify({
    forceCloseConnections: 'idle',
    serverFactory: (router) =>
      createServer({ keepAliveTimeout: 70_000 }, follow(rejectAmbiguousFraming(router as RequestListener))),
  })
  app.addHook('onClose', async () => deadlines.close())
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    noteRequest({ route: routeOptions.url ?? 'page', isProbe: routeOptions.logLevel === 'silent' })
    reply.headers(securityHeaders)
  })
  app.register(fastifyStatic, { ...filesOf(folders.console), prefix: '/admin/' })
  const policy = policyOfDocuments(folders.documents)
  app.register(fastifyStatic, {
    ...filesOf(folders.documents, policy),
    prefix: '/docs/',
    decorateReply: false,
    redirect: true,
  })
  addHealth(app, {})
  app.get('/admin', (_request, reply) => reply.redirect('/admin/', 308))
  app.get('/docs', (_request, reply) => reply.redirect('/docs/', 308))
  app.get('/llms.txt', (_request, reply) => reply.sendFile('llms.txt', folders.documents))
  app.setNotFoundHandler(({ method, url }, reply) => {
    if (method !== 'GET' && method !== 'HEAD')
      return reply.code(405).header('allow', 'GET, HEAD').type('text/plain').send('Only GET and HEAD.\n')
    // Any other path is a page of the console, which the router in the browser resolves.
    if (url.startsWith('/admin/') && !isFile(url)) return reply.sendFile('index.html')
    if (url.startsWith('/docs/') && policy)
      return reply.code(404).header('content-security-policy', policy).sendFile('404.html', folders.documents)
    return reply.code(404).type('text/plain').send('Not found.\n')
  })
  return app
}

const filesOf = (root: string, policy?: string): FastifyStaticOptions => ({
  root,
  preCompressed: true,
  cacheControl: false,
  setHeaders(reply, path) {
    // The builds add the hash of the content to the names in assets/ and _astro/.
    const immutable = [`${sep}assets${sep}`, `${sep}_astro${sep}`].some((part) => path.includes(part))
    reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    reply.header('vary', 'accept-encoding')
    if (policy) reply.header('content-security-policy', policy)
  },
})

/** Permits the scripts in the pages of the documents; undefined before their build. */
function policyOfDocuments(folder: string): string | undefined {
  const file = join(folder, 'policy.txt')
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
