import { sql } from '@signet/db'
import { databaseChecks } from '@signet/db/ready'
import { acrossProjects } from '@signet/db/unscoped'
import { createHttp } from '@signet/http'
import { addHealth, isDraining, watch } from '@signet/runtime'
import { deriveKeys, secretKeys } from '@signet/secrets'
import { SettingsCache } from '@signet/tenancy'
import type { FastifyInstance } from 'fastify'
import { CookieKeys } from './core/cookie-keys.ts'
import type { Deps } from './core/deps.ts'
import { RequestLimits } from './http/rate-limits.ts'
import { buildIssuer } from './issuers/build.ts'
import { createDispatch } from './issuers/dispatch.ts'
import { ImmediateDocuments } from './issuers/immediate-documents.ts'
import { IssuerPool } from './issuers/pool.ts'
import { RecentDocuments } from './issuers/recent-documents.ts'
import { RootDispatch, type RootProjects } from './issuers/root.ts'
import { VersionReader } from './issuers/versions.ts'
import { sendPlain } from './pages/problem/plain.ts'

const ownPaths = new Set(['/health', '/ready'])

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const [projects] = await deps.database.rows<RootProjects>(sql`
    SELECT default_project_id AS "defaultProjectId", administrators_project_id AS "administratorsProjectId" FROM instance`)
  if (!projects) throw new Error('The instance is not set up: run db:setup.')
  const settings = new SettingsCache(deps.database)
  const cookieKeys = new CookieKeys(deriveKeys(deps.config.SIGNET_SECRET_KEYS, 'cookies'))
  const pool = new IssuerPool(deps.config.SIGNET_ISSUER_CACHE, (version) =>
    buildIssuer(deps, settings, cookieKeys, version),
  )
  const versions = new VersionReader(deps.artifacts.executor)
  const shared = {
    pool,
    versions,
    limits: new RequestLimits(),
    recent: new RecentDocuments(deps.config.SIGNET_ISSUER_CACHE),
  }
  const immediate = new ImmediateDocuments({ ...shared, proxyHops: deps.config.SIGNET_PROXY_HOPS })
  const dispatch = createDispatch({
    ...shared,
    deps,
    immediate,
    root: new RootDispatch(acrossProjects(deps.database), projects, deps.config.SIGNET_BASE_URL),
  })

  const app: FastifyInstance = createHttp({
    logger: deps.logger,
    limit: 'before',
    proxyHops: deps.config.SIGNET_PROXY_HOPS,
    giveUp: (request, response) => sendPlain(request, response, 'unavailable'),
    immediate: (request) => (isDraining(app) ? undefined : immediate.at(request)),
    before: (router) => (request, response) => {
      if (ownPaths.has(request.url ?? '')) return router(request, response)
      if (isDraining(app)) response.setHeader('connection', 'close')
      void dispatch(request, response)
    },
  })
  const unwatch = watch('signet_cache_entries', () => [{ labels: { cache: 'issuers' }, value: pool.size }])
  app.addHook('onClose', async () => unwatch())
  const keyIds = secretKeys(deps.config.SIGNET_SECRET_KEYS).map(({ id }) => id)
  addHealth(app, databaseChecks(deps.readinessDatabase ?? deps.database, keyIds), {
    degraded: deps.degraded ?? {},
  })
  return app
}
