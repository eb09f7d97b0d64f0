import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openDatabase, type Sql, sql } from '@signet/db'
import { freePort, startTcpProxy } from '@signet/local-servers'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '@signet/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { startService } from './support/world.ts'

/** Starts the service like an operator; `ended` has its output. */
function launchService(url: string, fresh: Pick<FreshDatabase, 'secretKeys'>, port = 0) {
  const file = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const child = spawn(process.execPath, [file], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      NATS_URL: 'nats://127.0.0.1:1',
      SIGNET_BASE_URL: 'http://localhost:8080',
      SIGNET_SECRET_KEYS: fresh.secretKeys,
      SIGNET_PROXY_HOPS: '0',
      LOG_LEVEL: 'info',
      HOST: '127.0.0.1',
      PORT: String(port),
    },
    timeout: 25_000,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, output })),
  )
  return { child, ended }
}

const startOf = (...options: Parameters<typeof launchService>) => launchService(...options).ended

async function databaseWith(change: Sql) {
  const fresh = await freshDatabase()
  onTestFinished(() => fresh.drop())
  const database = openDatabase({ url: fresh.url, name: 'start test' })
  await database.run(change)
  await database.close()
  return fresh
}

test.each([
  [
    'behind',
    sql`UPDATE signet_schema.migrations SET finished_at = NULL WHERE name = (SELECT max(name) FROM signet_schema.migrations)`,
  ],
  [
    'ahead',
    sql`INSERT INTO signet_schema.migrations (name, checksum, minimum_release) VALUES ('9999_future', 'x', '999.0.0')`,
  ],
  ['diverged', sql`UPDATE signet_schema.migrations SET checksum = 'other' WHERE name = '0001_initial'`],
])('the service does not start on a schema that is %s', async (state, change) => {
  const fresh = await databaseWith(change)
  const { code, output } = await startOf(fresh.url, fresh)
  expect([code, output]).toEqual([1, expect.stringContaining(state)])
})

test('the service does not start on a database without a schema', async () => {
  const { url, drop } = await emptyDatabase()
  onTestFinished(() => drop())
  const fresh = await databaseWith(sql`SELECT 1`)
  expect(await startOf(url, fresh)).toMatchObject({ code: 1, output: expect.stringContaining('behind') })
})

test('the service does not start with a stored setting of a wrong type, and names its key', async () => {
  const fresh = await databaseWith(
    sql`INSERT INTO settings (key, value) VALUES ('rateLimit.strict.max', '"many"'::jsonb)`,
  )
  const { code, output } = await startOf(fresh.url, fresh)
  expect([code, output]).toEqual([1, expect.stringContaining('rateLimit.strict.max')])
})

test('the service waits for a PostgreSQL that starts later, with one warning', async () => {
  const fresh = await databaseWith(sql`SELECT 1`)
  const url = new URL(fresh.url)
  const started = Number(url.port)
  let [target, attempts] = [1, 0]
  const network = await startTcpProxy(() => {
    attempts += 1
    return target
  })
  onTestFinished(() => network.close())
  url.port = String(network.port)
  const port = await freePort()
  const { child, ended } = launchService(url.href, fresh, port)
  await expect.poll(() => attempts, { timeout: 20_000 }).toBeGreaterThan(1)
  expect(child.exitCode).toBeNull()
  target = started
  await expect
    .poll(() => fetch(`http://127.0.0.1:${port}/ready`).then(({ status }) => status, String), {
      timeout: 10_000,
    })
    .toBe(200)
  child.kill('SIGTERM')
  const { code, output } = await ended
  expect({ code, warnings: output.match(/PostgreSQL is not available/g) }).toEqual({
    code: 0,
    warnings: ['PostgreSQL is not available'],
  })
})

test('the probe /ready fails while the database is unreachable or has an outstanding migration, and /health does not', async () => {
  const service = await startService()
  onTestFinished(() => service.close())
  const statuses = async ({ app } = service) =>
    Promise.all(['/ready', '/health'].map(async (path) => (await app.inject(path)).statusCode))
  expect(await statuses()).toEqual([200, 200])
  const unreached = openDatabase({ url: 'postgres://x@127.0.0.1:1/none', name: 'unreached' })
  const app = await buildApp({ ...service.deps, database: unreached, keyLookupPool: unreached })
  expect(await statuses({ ...service, app })).toEqual([503, 200])
  await app.close()
  await unreached.close()
  const finish = (at: Sql) =>
    service.database.run(sql`UPDATE signet_schema.migrations SET finished_at = ${at} WHERE name LIKE '0007%'`)
  await finish(sql`NULL`)
  await expect.poll(() => statuses(), { timeout: 5_000 }).toEqual([503, 200])
  await finish(sql`now()`)
})
