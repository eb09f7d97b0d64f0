import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { rejectAmbiguousFraming } from '@signet/http/request-framing'
import { followRequests } from '@signet/http/request-log'
import { addHealth, createLogger, Deadlines, noteRequest } from '@signet/runtime'
import Fastify, { type FastifyInstance } from 'fastify'

const securityHeaders = {
  'content-security-policy': [
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
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Matches files of the build: assets, and files in the folder of the page. A name in the path of a page may have a dot. */
const isFile = (url: string): boolean => /^\/admin\/(?:assets\/|[^/?]*\.[^/?]*(?:\?|$))/.test(url)

/**
 * Serves the console's built files under /admin, in the Brotli form of the build to browsers that accept it. Logs, counts and
 * drains like the services.
 */
export function createConsoleServer(
  folder: string,
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
  app.register(fastifyStatic, {
    root: folder,
    prefix: '/admin/',
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      // Vite adds the hash of the content to the names in assets/.
      const immutable = path.includes(`${sep}assets${sep}`)
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.header('vary', 'accept-encoding')
    },
  })
  addHealth(app, {})
  app.get('/admin', (_request, reply) => reply.redirect('/admin/', 308))
  app.setNotFoundHandler(({ method, url }, reply) => {
    if (method !== 'GET' && method !== 'HEAD')
      return reply.code(405).header('allow', 'GET, HEAD').type('text/plain').send('Only GET and HEAD.\n')
    // Any other path is a page of the console, which the router in the browser resolves.
    if (url.startsWith('/admin/') && !isFile(url)) return reply.sendFile('index.html')
    return reply.code(404).type('text/plain').send('Not found.\n')
  })
  return app
}
