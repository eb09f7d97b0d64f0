import { setTimeout as pause } from 'node:timers/promises'
import { createLogger } from '@signet/runtime'
import { freshDatabase, startServiceProcess } from '@signet/testkit'
import pg from 'pg'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'

export const password = 'correct horse battery staple'
export const rootEmail = 'root@example.com'

/** The administration API and the authorization server are real, in processes of their own. */
export async function startInstance() {
  const fresh = await freshDatabase()
  const client = new pg.Client({ connectionString: fresh.url })
  await client.connect()
  const setting = async (key: string, value: unknown) => {
    await client.query(
      'INSERT INTO settings (key, value) VALUES ($1, $2::jsonb) ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value',
      [key, JSON.stringify(value)],
    )
    await client.query('UPDATE instance SET version = version + 1')
  }
  // All tests use one address.
  await setting('rateLimit.enabled', false)
  await setting('mcp.enabled', true)
  // Agents confirm their own calls by default; the tests of approvals change it.
  await client.query(`UPDATE agent_clients SET approval = 'self'`)

  const env = {
    ...process.env,
    DATABASE_URL: fresh.url,
    NATS_URL: 'nats://127.0.0.1:1',
    SIGNET_BASE_URL: fresh.baseUrl,
    SIGNET_SECRET_KEYS: fresh.secretKeys,
    SIGNET_PROXY_HOPS: '0',
    LOG_LEVEL: 'fatal',
  }
  const [auth, adminApi] = await Promise.all([
    startServiceProcess('auth', env),
    startServiceProcess('admin-api', env),
  ])
  const gatewayOver = async (apiPort: number) => {
    const config = readConfig({
      ...env,
      SIGNET_ADMIN_API_URL: `http://127.0.0.1:${apiPort}`,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    })
    const app = await buildApp({ config, logger: createLogger('mcp-gateway', config.LOG_LEVEL) })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as { port: number }
    return { app, gateway: { host: '127.0.0.1', port } }
  }
  const { app, gateway } = await gatewayOver(adminApi.address.port)
  await setUp(adminApi.address.port, fresh.setupToken)

  return {
    baseUrl: fresh.baseUrl,
    gateway,
    gatewayOver,
    adminApi: adminApi.address,
    auth: auth.address,
    app,
    setting,
    /** Another connection holds the locks of `text` in a transaction. */
    async whileLocked(text: string, act: () => Promise<void>): Promise<void> {
      const locker = new pg.Client({ connectionString: fresh.url })
      await locker.connect()
      try {
        await locker.query('BEGIN')
        await locker.query(text)
        await act()
        await locker.query('COMMIT')
      } finally {
        await locker.end()
      }
    },
    query: async (text: string, values: unknown[] = []) =>
      (await client.query<Record<string, unknown>>(text, values)).rows,
    async close() {
      await app.close()
      await Promise.all([auth.stop(), adminApi.stop()])
      await client.end()
      await fresh.drop()
    },
  }
}

/**
 * The response is 503 when other tests use every core, and the request can have created the administrator nevertheless: the next
 * response is then 409.
 */
async function setUp(port: number, setupToken: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const created = await fetch(`http://127.0.0.1:${port}/admin/api/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: rootEmail, password, setupToken }),
    })
    if (created.ok || (tries > 1 && created.status === 409)) return
    if (created.status !== 503 || tries === 5)
      throw new Error(`setup answered ${created.status}: ${await created.text()}`)
    await pause(1000)
  }
}

export type Instance = Awaited<ReturnType<typeof startInstance>>
