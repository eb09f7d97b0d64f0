import { startTcpProxy } from '@signet/local-servers'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase, sql, Unavailable } from '../src/index.ts'
import { empty, seeded } from './support/databases.ts'

test('a statement is rejected immediately when a thousand statements wait for a connection', async () => {
  const { database } = await empty()
  const size = Number(database.pool.options.max)
  const release = Promise.withResolvers<void>()
  onTestFinished(() => release.resolve())
  let held = 0
  const holding = Array.from({ length: size }, () =>
    database.transaction(async (tx) => {
      await tx.rows(sql`SELECT 1`)
      held += 1
      await release.promise
    }),
  )
  await vi.waitFor(() => expect(held).toBe(size))
  const refused: unknown[] = []
  const statements = Array.from({ length: 1_003 }, () =>
    database.rows(sql`SELECT 1`).catch((error: unknown) => refused.push(error)),
  )
  await vi.waitFor(() => expect(refused).toHaveLength(3))
  for (const error of refused) {
    expect(error).toBeInstanceOf(Unavailable)
    expect(error).toMatchObject({ reason: 'pool' })
  }
  release.resolve()
  await Promise.all([...holding, ...statements])
  expect(refused).toHaveLength(3)
})

test('a connection that opens after its caller stopped waiting serves the next caller', async () => {
  const { url } = await seeded()
  const proxy = await startTcpProxy(() => Number(new URL(url).port))
  const throughProxy = new URL(url)
  throughProxy.port = String(proxy.port)
  const database = openDatabase({ url: throughProxy.href, name: 'late', poolSize: 1, as: 'service' })
  const admin = new Client({ connectionString: url })
  await admin.connect()
  onTestFinished(async () => {
    proxy.become({ kind: 'clear' })
    await database.close()
    await admin.end()
    proxy.close()
  })
  const backends = async () =>
    (await admin.query("SELECT pid FROM pg_stat_activity WHERE application_name = 'signet late'")).rows

  const release = Promise.withResolvers<void>()
  const holder = database.transaction(async (tx) => {
    await tx.rows(sql`SELECT 1`)
    await release.promise
  })
  await vi.waitFor(async () => expect(await backends()).toHaveLength(1))
  const [first] = await backends()
  const second = database.rows(sql`SELECT 1`)
  await vi.waitFor(() => expect(database.pool.waitingCount).toBe(1))

  // The second caller opens a connection, whose verification is under way when its time to wait ends.
  proxy.become({ kind: 'slow', milliseconds: 100 })
  await admin.query('SELECT pg_terminate_backend($1)', [first.pid])
  release.resolve()
  await expect(holder).rejects.toThrow(Unavailable)
  await vi.waitFor(async () => expect(await backends()).toHaveLength(1), { interval: 5 })
  proxy.become({ kind: 'silent' })
  await expect(second).rejects.toMatchObject({ reason: 'pool' })
  proxy.become({ kind: 'clear' })

  expect(await database.rows(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
  expect(database.pool.totalCount).toBe(1)
})
