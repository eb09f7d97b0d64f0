import { openDatabase, sql } from '@signet/db'
import { connectNats, startFaults } from '@signet/events'
import { createEgress } from '@signet/http'
import { createLogger } from '@signet/runtime'
import { createVault, secretKeys } from '@signet/secrets'
import { freshDatabase, startNats } from '@signet/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startErrorReport } from './error-report.ts'
import { startFaultStore } from './fault-store.ts'

/** An even number; `npm run test:slow` uses more. */
const wipes = Number(process.env.SIGNET_WIPES ?? 2)
const patient = { timeout: 40_000, interval: 50 }

async function startStage() {
  const [fresh, server] = await Promise.all([freshDatabase(), startNats()])
  const database = openDatabase({ url: fresh.url, name: 'fault streams test' })
  const logger = createLogger('test', 'silent')
  const warnings = vi.spyOn(logger, 'warn')
  const closing: (() => Promise<unknown>)[] = []
  onTestFinished(async () => {
    for (const close of closing) await close()
    await server.close()
    await database.close()
    await fresh.drop()
  })
  const startReplica = () => {
    const nats = connectNats({ url: server.url, name: 'test', logger })
    const store = startFaultStore({ database, nats, logger })
    const vault = createVault(secretKeys(fresh.secretKeys))
    const report = startErrorReport({ database, nats, vault, egress: createEgress({ allow: [] }), logger })
    const faults = startFaults({ service: 'test', nats, logger, queueDepth: 10_000, republishAfterMs: 500 })
    closing.push(async () => {
      await Promise.all([faults.close(), store.close(), report.close()])
      await nats.close()
    })
    return faults
  }
  const observe = async () => {
    const nats = connectNats({ url: server.url, name: 'observer' })
    closing.push(() => nats.close())
    return nats.connected(AbortSignal.timeout(5_000))
  }
  return { server, database, warnings, startReplica, observe }
}

type Stage = Awaited<ReturnType<typeof startStage>>

const occurrences = async ({ database }: Stage) =>
  (await database.rows<{ n: number }>(sql`SELECT COALESCE(sum(occurrences), 0)::int AS n FROM faults`))[0]?.n

const processedBy = async ({ database }: Stage, consumer: string) =>
  (await database.rows(sql`SELECT FROM inbox WHERE consumer = ${consumer}`)).length

/** The previous release used a work queue. */
const storedFault = (reference: string) => ({
  fingerprint: 'f',
  errorCode: 'internal',
  message: 'm',
  stack: null,
  route: null,
  surface: null,
  service: 'auth',
  status: 500,
  clientId: null,
  actor: null,
  reference,
  at: '2026-01-01T00:00:00.000Z',
  requestId: null,
  release: null,
  instance: null,
})

test('the faults in a work queue of an earlier release are recorded and forwarded once by two replicas that start together', async () => {
  const stage = await startStage()
  const connection = await stage.observe()
  const manager = await connection.jetstreamManager()
  await manager.streams.delete('FAULTS')
  const config = { name: 'FAULT', subjects: ['signet.fault.>'], retention: 'workqueue', storage: 'file' }
  await connection.request('$JS.API.STREAM.CREATE.FAULT', JSON.stringify(config))
  for (let index = 0; index < 50; index += 1)
    await connection
      .jetstream()
      .publish('signet.fault.occurred.v1.instance', JSON.stringify(storedFault(`err_old${index}`)), {
        msgID: `err_old${index}`,
      })
  const replicas = [stage.startReplica(), stage.startReplica()]
  for (const faults of replicas) faults.capture(new TypeError('new'))
  await vi.waitFor(async () => expect(await occurrences(stage)).toBe(52), patient)
  await vi.waitFor(async () => expect(await processedBy(stage, 'error-report')).toBe(52), patient)
  await vi.waitFor(async () => {
    const streams = (await manager.streams.list().next()).map(({ config }) => [config.name, config.retention])
    expect(streams).toContainEqual(['FAULTS', 'limits'])
    expect(streams.map(([name]) => name)).not.toContain('FAULT')
  }, patient)
})

test('every fault is counted once and no warning repeats over wipes of the NATS store with two replicas', async () => {
  const stage = await startStage()
  const replicas = [stage.startReplica(), stage.startReplica()]
  let captured = 0
  const capture = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      replicas[index % 2]?.capture(new TypeError('a defect'), { route: `/r${index % 3}` })
      captured += 1
    }
  }
  for (let wipe = 0; wipe < wipes; wipe += 1) {
    capture(10)
    // Part of the faults is stored in NATS, and part of these is recorded.
    await vi.waitFor(async () => expect(await occurrences(stage)).toBeGreaterThan(captured - 10), patient)
    // Every second wipe kills the server while messages are in flight.
    if (wipe % 2 === 0) capture(10)
    await stage.server.kill()
    capture(10)
    await stage.server.restart({ emptyStore: true })
  }
  await vi.waitFor(async () => expect(await occurrences(stage)).toBe(captured), patient)
  expect(captured).toBe(wipes * 25)
  // Forwarding is at most once when the store is lost.
  const forwarded = await processedBy(stage, 'error-report')
  capture(2)
  await vi.waitFor(
    async () => expect(await processedBy(stage, 'error-report')).toBeGreaterThan(forwarded),
    patient,
  )
  const connection = await stage.observe()
  const manager = await connection.jetstreamManager()
  const bound = async () => (await manager.consumers.list('FAULTS').next()).map(({ name }) => name).sort()
  const all = ['error-report', 'fault-store', 'fault-store-dropped']
  await vi.waitFor(async () => expect(await bound()).toEqual(all), patient)
  // Each consumer of two replicas may warn once per wipe about its lost stream.
  expect(stage.warnings.mock.calls.length).toBeLessThanOrEqual(wipes * 2 * 5)
}, 90_000)
