import { Unavailable } from '@signet/db'
import { databaseChecks } from '@signet/db/ready'
import { createHttp, RateLimiter, readJson } from '@signet/http'
import { addHealth } from '@signet/runtime'
import { SettingsCache } from '@signet/tenancy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { noteRefusal, noteRequests } from './activity/note-requests.ts'
import { RequestLog } from './activity/request-log.ts'
import { actorOf, createAuthenticate, limitGuess } from './authn/authenticate.ts'
import { addBulk } from './bulk/routes.ts'
import type { Deps } from './deps.ts'
import { addDiscovery } from './discovery/routes.ts'
import { addressed } from './edge/addressed.ts'
import { errorBody, ScimError, toScimError } from './messages/error.ts'
import { createGroupHandler } from './resources/group/handler.ts'
import { addResource } from './resources/routes.ts'
import { createUserHandler } from './resources/user/handler.ts'

const prefix = '/scim/v2'
const mediaType = 'application/scim+json; charset=utf-8'

/** A group may have tens of thousands of members; `messageLimits` limits everything else. */
const maxValues = 100_000

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config, logger, database, faults } = deps
  const limiter = new RateLimiter()
  const settings = new SettingsCache(database)
  const app = createHttp({
    logger,
    // Requests below the prefix are counted by their connection, or by their address without one.
    limit: async (request) => {
      if (!request.url.startsWith(`${prefix}/`)) limitGuess(deps, limiter, request, await settings.current())
    },
    proxyHops: config.SIGNET_PROXY_HOPS,
    sendFrameworkError: (_code, reply) => {
      const refused = new ScimError(400, 'The path is not encoded correctly.', { scimType: 'invalidSyntax' })
      void reply.code(refused.status).type(mediaType).send(errorBody(refused))
    },
    giveUp: (_request, response) => {
      const refused = toScimError(new Unavailable(undefined), () => '')
      response.writeHead(refused.status, { ...refused.headers, 'content-type': mediaType })
      response.end(JSON.stringify(errorBody(refused)))
    },
    before: addressed(config.SIGNET_BASE_URL),
  })
  app.removeContentTypeParser('text/plain')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    ['application/scim+json', 'application/json'],
    { parseAs: 'buffer' },
    // Directories send a type also without a body, for example with DELETE.
    (_request, body, done) => done(null, body.length === 0 ? undefined : readJson(body, { maxValues })),
  )
  const toError = (error: unknown, request: FastifyRequest): ScimError =>
    toScimError(
      error,
      (defect) =>
        faults.capture(defect, {
          route: request.routeOptions.url,
          surface: 'scim',
          actor: actorOf(request),
          requestId: request.id,
          origin: request.ip,
        }),
      request.raw,
    )
  app.setErrorHandler((error, request, reply) => {
    const refused = toError(error, request)
    noteRefusal(request, refused)
    return reply.code(refused.status).headers(refused.headers).type(mediaType).send(errorBody(refused))
  })
  app.setNotFoundHandler(notFound)

  addHealth(app, databaseChecks(deps.readinessDatabase ?? database), { degraded: deps.degraded ?? {} })
  await app.register(
    async (scim) => {
      const log = new RequestLog(database, logger)
      noteRequests(scim, log)
      scim.addHook('onClose', () => log.flush())
      scim.addHook('onRequest', createAuthenticate(deps, settings, limiter))
      scim.addHook('preSerialization', async (_request, reply) => void reply.type(mediaType))
      scim.setNotFoundHandler(notFound)
      addDiscovery(scim)
      const handlers = [createUserHandler(database), createGroupHandler(database)]
      for (const handler of handlers) addResource(scim, handler)
      addBulk(scim, { handlers, log, toError })
      addUnsupported(scim)
    },
    { prefix },
  )
  return app
}

const notFound = (): never => {
  throw new ScimError(404, 'There is nothing here. The endpoints are listed by /ResourceTypes.')
}

const unsupported = {
  '/Me': 'A provisioning connection is no user. Use /Users.',
  '/.search': 'One kind of resource is searched at a time. Use /Users/.search or /Groups/.search.',
} as const

/** Responds with 501 to the endpoints of RFC 7644 sections 3 and 3.11 that are not offered. */
function addUnsupported(scim: FastifyInstance): void {
  for (const [url, detail] of Object.entries(unsupported))
    scim.all(url, () => {
      throw new ScimError(501, detail)
    })
}
