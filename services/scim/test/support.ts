import { openDatabase, sql } from '@signet/db'
import { acrossProjects } from '@signet/db/unscoped'
import { createLogger, newId, newTypeId } from '@signet/runtime'
import { digest, mintToken } from '@signet/secrets'
import { collectFaults, emptiedByClose, fetchVia, freshDatabase } from '@signet/testkit'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'

/** @param plans of the statements, as in production; by default, PostgreSQL decides, which is cheaper with few rows */
export async function startScim({ plans }: { readonly plans?: 'each time' } = {}) {
  const fresh = await freshDatabase()
  const database = openDatabase({ url: fresh.url, name: 'scim test' })
  const service = openDatabase({ url: fresh.url, name: 'scim', as: 'service', ...(plans && { plans }) })
  const config = readConfig({
    DATABASE_URL: fresh.url,
    NATS_URL: 'nats://127.0.0.1:1',
    SIGNET_BASE_URL: fresh.baseUrl,
    SIGNET_PROXY_HOPS: '0',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
  })
  const logger = createLogger('scim', config.LOG_LEVEL)
  const { faults, occurrences } = collectFaults('scim', logger)
  const app = await buildApp({
    config,
    database: service,
    instanceDatabase: acrossProjects(service),
    logger,
    faults,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const address = { host: '127.0.0.1', port }
  const request = fetchVia(address)
  return emptiedByClose({
    address,
    url: fresh.url,
    database,
    occurrences,
    baseUrl: fresh.baseUrl,
    get: (url: string, token?: string, options: { method?: string; headers?: Record<string, string> } = {}) =>
      request(url, {
        ...options,
        headers: { ...options.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      }),
    async setting(key: string, value: unknown) {
      await database.run(sql`INSERT INTO settings (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
        ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`)
      await database.run(sql`UPDATE instance SET version = version + 1`)
    },
    async close() {
      await app.close()
      await Promise.all([database.close(), service.close()])
      await fresh.drop()
    },
  })
}

export type Scim = Awaited<ReturnType<typeof startScim>>

export type Form = 'path' | 'subdomain' | 'host' | 'root'

/** The form root uses the default project. */
export async function makeConnection({ database, baseUrl }: Scim, form: Form = 'path') {
  const name = `p${Math.random().toString(36).slice(2, 10)}`
  const projectId = form === 'root' ? await defaultProject(database) : newId('project')
  if (form !== 'root')
    await database.run(sql`
      INSERT INTO projects (id, name, address_form, slug, host, team_id)
      SELECT ${projectId}, ${name}, ${form}, ${form === 'host' ? null : name}, ${form === 'host' ? `${name}.example` : null}, system_team_id FROM instance`)
  const [connectionId, clientId] = [newId('connection'), newId('client')]
  await database.run(sql`
    INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position)
    VALUES (${projectId}, ${name}, 'Upstream', 'https://idp.example', 'x', 0)`)
  await database.run(sql`
    INSERT INTO provisioning_connections (project_id, id, display_name, provider_id, client_id, correlation_claim, correlation_attribute)
    VALUES (${projectId}, ${connectionId}, 'Directory', ${name}, ${clientId}, 'sub', 'externalId')`)
  const base = new URL(baseUrl)
  const address = {
    root: baseUrl,
    path: `${baseUrl}/${name}`,
    subdomain: `http://${name}.${base.host}`,
    host: `http://${name}.example:${base.port}`,
  }[form]
  return { projectId, connectionId, clientId, address, scim: `${address}/scim/v2` }
}

export type ScimConnection = Awaited<ReturnType<typeof makeConnection>>

const defaultProject = async (database: Scim['database']): Promise<string> => {
  const [row] = await database.rows<{ id: string }>(sql`SELECT default_project_id AS id FROM instance`)
  return row?.id ?? ''
}

interface TokenOptions {
  readonly state?: 'current' | 'previous'
  /** Seconds from now; negative in the past. */
  readonly expiresIn?: number
  readonly usedAgo?: number
  readonly previousEndsIn?: number
}

export async function staticToken(
  { database }: Scim,
  { projectId, connectionId }: ScimConnection,
  { state = 'current', expiresIn = 3600, usedAgo, previousEndsIn }: TokenOptions = {},
): Promise<string> {
  const token = mintToken('sct_')
  const seconds = (value: number | undefined) =>
    value === undefined ? null : new Date(Date.now() + value * 1000)
  await database.run(sql`
    INSERT INTO provisioning_credentials (project_id, id, connection_id, kind, state, secret_digest, expires_at, last_used_at, previous_ends_at)
    VALUES (${projectId}, ${newTypeId('pcr')}, ${connectionId}, 'static_token', ${state}, ${digest(token)}, ${seconds(expiresIn)},
      ${seconds(usedAgo === undefined ? undefined : -usedAgo)}, ${seconds(previousEndsIn)})`)
  return token
}

export async function accessToken(
  { database }: Scim,
  { projectId, clientId }: Pick<ScimConnection, 'projectId' | 'clientId'>,
  {
    scope = 'scim',
    expiresIn = 600,
    extra = {},
  }: { scope?: string; expiresIn?: number; extra?: object } = {},
): Promise<string> {
  const token = mintToken()
  await database.run(sql`
    INSERT INTO oidc_client_credentials_tokens (project_id, id, client_id, payload, expires_at)
    VALUES (${projectId}, ${digest(token)}, ${clientId}, ${JSON.stringify({ kind: 'ClientCredentials', clientId, scope, ...extra })}::jsonb,
      ${new Date(Date.now() + expiresIn * 1000)})`)
  return token
}
