import cookie from '@fastify/cookie'
import { databaseChecks } from '@signet/db/ready'
import { createHttp, RateLimiter } from '@signet/http'
import { addHealth, refuse } from '@signet/runtime'
import { secretKeys } from '@signet/secrets'
import { SettingsCache } from '@signet/tenancy'
import type { FastifyInstance } from 'fastify'
import { DecisionWatch } from './approvals/decision-watch.ts'
import { createBearerReader } from './authn/bearer.ts'
import type { Deps } from './deps.ts'
import { addAgentMessage } from './edges/agent-message.ts'
import { addConsoleSignIn } from './edges/console-sign-in.ts'
import { addDocuments } from './edges/documents.ts'
import { addJsonBody } from './edges/json-body.ts'
import { limitRoutes } from './edges/limit-routes.ts'
import { toProblem } from './edges/problem.ts'
import { addRest } from './edges/rest.ts'
import { addTrpc } from './edges/trpc.ts'
import { addUserExport } from './edges/user-export.ts'
import { faultPlace } from './fault-place.ts'

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const settings = new SettingsCache(deps.keyLookupPool)
  const limiter = new RateLimiter()
  const app = createHttp({
    logger: deps.logger,
    proxyHops: deps.config.SIGNET_PROXY_HOPS,
    limit: limitRoutes(deps, settings, limiter),
  })
  await app.register(cookie)
  addJsonBody(app)
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(
      error,
      {
        baseUrl: deps.config.SIGNET_BASE_URL,
        capture: (defect) => deps.faults.capture(defect, faultPlace(request)),
      },
      request.raw,
    )
    if (problem.retryAfter) reply.header('retry-after', String(problem.retryAfter))
    if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
    return reply.code(problem.status).type('application/problem+json').send(problem)
  })
  app.setNotFoundHandler(() => refuse('not_found'))

  const decisions = new DecisionWatch(deps.database)
  app.addHook('preClose', async () => decisions.close())
  const entrance = { settings, limiter, readBearer: createBearerReader(deps), decisions }
  const keyIds = secretKeys(deps.config.SIGNET_SECRET_KEYS).map(({ id }) => id)
  addHealth(app, databaseChecks(deps.readinessDatabase ?? deps.database, keyIds), {
    degraded: deps.degraded ?? {},
  })
  addRest(app, deps, entrance)
  addTrpc(app, deps, entrance)
  addAgentMessage(app, deps, entrance)
  addUserExport(app, deps, entrance)
  addConsoleSignIn(app, deps)
  addDocuments(app, deps.config, settings)
  return app
}
