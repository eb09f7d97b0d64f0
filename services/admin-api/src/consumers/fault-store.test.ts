import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase, sql } from '@signet/db'
import { connectNats, startFaults } from '@signet/events'
import { createLogger, type Faults } from '@signet/runtime'
import { loadSettings } from '@signet/tenancy'
import { freshDatabase, startNats } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { startFaultStore } from './fault-store.ts'

const logger = createLogger('test', 'silent')

async function startStage() {
  const [fresh, server] = await Promise.all([freshDatabase(), startNats()])
  const database = openDatabase({ url: fresh.url, name: 'fault store test' })
  const nats = connectNats({ url: server.url, name: 'test' })
  const store = startFaultStore({ database, nats, logger })
  return {
    server,
    database,
    nats,
    async close() {
      await store.close()
      await nats.close()
      await server.close()
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
beforeEach(async () => {
  await stage.database.run(sql`DELETE FROM faults`)
  await stage.database.run(sql`DELETE FROM faults_dropped`)
  await stage.database.run(sql`DELETE FROM settings`)
})

const capture = (queueDepth = 10_000): Faults => {
  const faults = startFaults({
    service: 'test',
    nats: stage.nats,
    logger,
    queueDepth,
    originLevel: async () => (await loadSettings(stage.database))['errorStore.originCaptureLevel'],
  })
  onTestFinished(() => faults.close())
  return faults
}

const setting = (key: string, value: unknown) =>
  stage.database.run(sql`INSERT INTO settings (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)`)

const counts = async () => {
  const [row] = await stage.database.rows<{ faults: number; occurrences: number; dropped: number }>(sql`
    SELECT (SELECT count(*) FROM faults) AS faults, (SELECT COALESCE(sum(occurrences), 0)::int FROM faults) AS occurrences,
      (SELECT COALESCE(sum(dropped), 0)::int FROM faults_dropped) AS dropped`)
  return row
}
const until = (expected: { faults?: number; occurrences?: number; dropped?: number }) =>
  expect.poll(counts, { timeout: 20_000 }).toMatchObject(expected)

const defect = (message: string) => new TypeError(message)

it('equal faults with different messages are one record with an exact count', async () => {
  const faults = capture()
  for (let index = 0; index < 300; index += 1) faults.capture(defect(`item ${index}`), { route: '/a' })
  faults.capture(defect('elsewhere'), { route: '/b' })
  await until({ faults: 2, occurrences: 301, dropped: 0 })
})

it('the store keeps the earliest and the latest samples with the references that users saw', async () => {
  await setting('errorStore.samplesPerGroup', 4)
  const faults = capture()
  const errors = Array.from({ length: 20 }, () => defect('again'))
  const references: string[] = []
  for (const error of errors) {
    references.push(faults.capture(error, { route: '/a', requestId: 'r' }))
    // The database stores milliseconds.
    await pause(3)
  }
  await until({ occurrences: 20 })
  const kept = await stage.database.rows<{ reference: string }>(
    sql`SELECT reference FROM fault_samples ORDER BY at`,
  )
  expect(kept.map(({ reference }) => reference)).toEqual([0, 1, 18, 19].map((index) => references[index]))
  for (const reference of references) expect(reference).toMatch(/^err_[0-9A-Za-z]{16}$/)
})

it('faults that overflow the queue are counted as dropped', async () => {
  const faults = capture(5)
  for (let index = 0; index < 50; index += 1) faults.capture(defect('storm'), { route: '/a' })
  await until({ occurrences: 5, dropped: 45 })
})

it('the store counts new faults beyond errorStore.maxGroups as dropped, and continues to count known faults', async () => {
  await setting('errorStore.maxGroups', 1)
  const faults = capture()
  for (const route of ['/known', '/new', '/newer', '/newest', '/known']) {
    faults.capture(defect('equal but for its place'), { route })
    await expect.poll(async () => (await counts())?.occurrences, { timeout: 20_000 }).toBeGreaterThan(0)
  }
  await until({ faults: 1, occurrences: 2, dropped: 3 })
})

it('the store writes nothing while errorStore.enabled is off', async () => {
  await setting('errorStore.enabled', false)
  const reference = capture().capture(defect('unseen'), { route: '/a' })
  const processed = () => stage.database.rows(sql`SELECT FROM inbox WHERE event_id = ${reference}`)
  await expect.poll(processed, { timeout: 20_000 }).toHaveLength(1)
  expect(await counts()).toEqual({ faults: 0, occurrences: 0, dropped: 0 })
})

it('faults wait while NATS is unavailable and are stored after it is back', async () => {
  const faults = capture()
  await stage.server.stop()
  for (let index = 0; index < 10; index += 1) faults.capture(defect('waiting'), { route: '/a' })
  await stage.server.restart()
  await until({ occurrences: 10, dropped: 0 })
})

it('addresses and credentials are removed before a fault is stored', async () => {
  const faults = capture()
  faults.capture(defect('no row for alice@example.com with sct_0123456789012345678901234567890123456789abc'))
  await until({ faults: 1 })
  const [row] = await stage.database.rows<{ message: string; stack: string }>(
    sql`SELECT message, stack FROM faults`,
  )
  expect(row?.message).toBe('TypeError: no row for […] with […]')
  expect(row?.stack).not.toContain('alice')
})

it.each([
  ['omitted', '192.0.2.77', null],
  ['omitted', '2001:db8::1', null],
  ['anonymized', '192.0.2.77', '192.0.2.0/24'],
  ['anonymized', '::ffff:192.0.2.77', '192.0.2.0/24'],
  ['anonymized', '2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
  ['anonymized', 'alice@example.com', null],
  ['full', '192.0.2.77', '192.0.2.77'],
  ['full', '2001:db8::1', '2001:db8::1'],
  ['full', 'not an address', null],
] as const)('the setting errorStore.originCaptureLevel %s stores of %s: %s', async (level, origin, kept) => {
  await setting('errorStore.originCaptureLevel', level)
  capture().capture(defect('from somewhere'), { route: '/a', origin })
  await until({ occurrences: 1 })
  expect(await stage.database.rows(sql`SELECT origin FROM fault_samples`)).toEqual([{ origin: kept }])
})

it('a fault names the actor, the surface and the client of its last occurrence', async () => {
  const faults = capture()
  const places = [
    { surface: 'console', actor: 'usr_1' },
    { surface: 'mcp', actor: 'usr_2', clientId: 'signet-agent' },
  ]
  // The frames of an error made after a pause differ, so all errors are made first.
  const errors = places.map((place) => ({ place, error: defect('a') }))
  for (const [index, { place, error }] of errors.entries()) {
    faults.capture(error, { route: '/a', ...place })
    await until({ faults: 1, occurrences: index + 1 })
  }
  expect(await stage.database.rows(sql`SELECT surface, actor, client_id FROM faults`)).toEqual([
    { surface: 'mcp', actor: 'usr_2', client_id: 'signet-agent' },
  ])
})

it('an error that is captured twice is stored once and has one reference', async () => {
  const faults = capture()
  const error = defect('once')
  expect(faults.capture(error)).toBe(faults.capture(error))
  await until({ occurrences: 1 })
})
