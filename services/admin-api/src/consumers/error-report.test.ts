import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openDatabase, sql } from '@signet/db'
import { connectNats, startFaults } from '@signet/events'
import { createEgress } from '@signet/http'
import { createLogger } from '@signet/runtime'
import { createVault, secretKeys } from '@signet/secrets'
import { freshDatabase, startNats } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { dsnPlace } from '../domains/settings/error-report.ts'
import { startErrorReport } from './error-report.ts'

const logger = createLogger('test', 'silent')

interface ReceivedReport {
  readonly path: string
  readonly auth: string
  readonly lines: readonly Record<string, unknown>[]
}

/** Refuses the first call. */
async function startService() {
  const received: ReceivedReport[] = []
  let refusals = 1
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (refusals-- > 0) return response.writeHead(503).end()
      received.push({
        path: request.url ?? '',
        auth: String(request.headers['x-sentry-auth']),
        lines: Buffer.concat(chunks)
          .toString()
          .split('\n')
          .map((line) => JSON.parse(line)),
      })
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { received, pair: `127.0.0.1:${port}`, close: () => server.close() }
}

async function startStage() {
  const [fresh, server, service] = await Promise.all([freshDatabase(), startNats(), startService()])
  const database = openDatabase({ url: fresh.url, name: 'error report test' })
  const nats = connectNats({ url: server.url, name: 'test' })
  const vault = createVault(secretKeys(fresh.secretKeys))
  const egress = createEgress({ allow: [service.pair], stepMs: 1 })
  const report = startErrorReport({ database, nats, vault, egress, logger, backoffMs: [50] })
  const faults = startFaults({ service: 'test', nats, logger, queueDepth: 100 })
  const dsn = `http://public-key@${service.pair}/errors/42`
  await database.run(
    sql`INSERT INTO errorreport_settings (id, dsn_sealed) VALUES ('errorreport', ${vault.seal(dsn, dsnPlace)})`,
  )
  return {
    database,
    faults,
    service,
    async close() {
      await faults.close()
      await report.close()
      await nats.close()
      await server.close()
      service.close()
      await database.close()
      await fresh.drop()
    },
  }
}

let stage: Awaited<ReturnType<typeof startStage>>
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage?.close())
beforeEach(() => stage.database.run(sql`DELETE FROM settings`))

const enable = () =>
  stage.database.run(sql`INSERT INTO settings (key, value) VALUES ('errorreport.enabled', 'true'::jsonb)`)

it('the error report forwards a fault to the service of the credential, retries after a refusal, and includes its data', async () => {
  await enable()
  const reference = stage.faults.capture(new TypeError('it broke'), { errorCode: 'internal', route: '/x' })
  await expect.poll(() => stage.service.received, { timeout: 20_000 }).toHaveLength(1)
  const [{ path, auth, lines } = { path: '', auth: '', lines: [] }] = stage.service.received
  expect(path).toBe('/errors/api/42/envelope/')
  expect(auth).toContain('sentry_key=public-key')
  expect(lines[1]).toEqual({ type: 'event' })
  expect(lines[2]).toMatchObject({ transaction: '/x', tags: { reference, service: 'test' } })
  expect(lines[2]?.event_id).toMatch(/^[0-9a-f]{32}$/)
})

it('the error report forwards nothing while it is switched off', async () => {
  const before = stage.service.received.length
  stage.faults.capture(new RangeError('quiet'), { errorCode: 'internal' })
  await expect.poll(() => processed(), { timeout: 20_000 }).toBe(2)
  expect(stage.service.received).toHaveLength(before)
})

const processed = async () =>
  (await stage.database.rows(sql`SELECT 1 AS one FROM inbox WHERE consumer = 'error-report'`)).length
