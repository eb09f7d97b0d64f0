import { startPostgres } from '@signet/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { asDatabaseError, empty, join, openDatabase, sql, Unavailable } from '../src/index.ts'
import { openUnscopedPrisma } from '../src/unscoped.ts'
import { empty as emptyDatabase, seeded } from './support/databases.ts'
import { runCommand, runFile } from './support/run-cli.ts'

const table = sql`CREATE TABLE counters (id text PRIMARY KEY, n int NOT NULL)`

test('each value has its JavaScript type: counts are numbers, dates text, times Date; parameters are never part of the text', async () => {
  const { database } = await emptyDatabase()
  const rows = await database.rows(
    sql`SELECT count(*) AS n, date '2026-02-28' AS day, timestamptz '2026-01-01Z' AS at, ${"'; DROP"} AS text
      WHERE 1 IN (${join([1, 2])}) ${empty}`,
  )
  expect(rows).toEqual([{ n: 1, day: '2026-02-28', at: new Date('2026-01-01T00:00:00Z'), text: "'; DROP" }])
})

/** Runs in a process of its own: the number of names of statements is limited, and other test files may have used them up. */
async function statementsOf(url: string): Promise<unknown> {
  return JSON.parse((await runFile('test/support/print-statements.ts', { args: [url] })).output)
}

test('a statement is prepared once per connection and then reused by name', async () => {
  expect(await statementsOf((await emptyDatabase()).url)).toMatchObject({ prepared: 2 })
})

test('the server never JIT-compiles a statement, whichever plan mode it uses', async () => {
  const { url } = await emptyDatabase()
  for (const plans of ['each time', 'by key', undefined] as const) {
    const database = openDatabase({ url, name: 'interpreted', poolSize: 1, ...(plans && { plans }) })
    expect(await database.rows(sql`SHOW jit`)).toEqual([{ jit: 'off' }])
    await database.close()
  }
})

test('a transaction that plans by key plans a statement once per connection, and only in this transaction', async () => {
  expect(await statementsOf((await emptyDatabase()).url)).toMatchObject({
    plans: [
      { generic: 0, custom: 1 },
      { generic: 1, custom: 1 },
      { generic: 1, custom: 2 },
    ],
  })
})

test('a transaction commits whole or not at all', async () => {
  const { database } = await emptyDatabase()
  await database.run(table)
  await database.transaction((tx) => tx.run(sql`INSERT INTO counters VALUES ('a', 1)`))
  const failing = database.transaction(async (tx) => {
    await tx.run(sql`INSERT INTO counters VALUES ('b', 1)`)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await database.rows(sql`SELECT id FROM counters`)).toEqual([{ id: 'a' }])
})

test('a deadlock is retried and both transactions take effect', async () => {
  const { database } = await emptyDatabase()
  await database.run(table)
  await database.run(sql`INSERT INTO counters VALUES ('a', 0), ('b', 0)`)
  const both = Promise.withResolvers<void>()
  let arrived = 0
  let runs = 0
  const raise = (first: string, second: string) =>
    database.transaction(async (tx) => {
      runs += 1
      await tx.run(sql`UPDATE counters SET n = n + 1 WHERE id = ${first}`)
      arrived += 1
      if (arrived === 2) both.resolve()
      await both.promise
      await tx.run(sql`UPDATE counters SET n = n + 1 WHERE id = ${second}`)
    })
  await Promise.all([raise('a', 'b'), raise('b', 'a')])
  expect(runs).toBeGreaterThan(2)
  expect(await database.rows(sql`SELECT n FROM counters`)).toEqual([{ n: 2 }, { n: 2 }])
})

test('a connection to a standby is rejected for statements and Prisma, also after a primary became the standby', async () => {
  const cluster = await startPostgres()
  onTestFinished(() => cluster.close())
  const database = openDatabase({ url: cluster.url('postgres'), name: 'standby', poolSize: 2 })
  onTestFinished(() => database.close())
  await database.run(table)
  await cluster.becomeStandby()
  const standby = expect.objectContaining({ name: 'Unavailable', reason: 'read-only' })
  await expect
    .poll(() => database.rows(sql`SELECT id FROM counters`).catch((error) => error))
    .toEqual(standby)
  await expect(database.transaction((tx) => tx.rows(sql`SELECT 1`))).rejects.toEqual(standby)
  const prisma = openUnscopedPrisma(database)
  await expect(prisma.$queryRaw`SELECT 1`).rejects.toThrow('the server is a standby')
  expect(await runCommand('migrate', { env: { DATABASE_URL: cluster.url('postgres') } })).toMatchObject({
    code: 1,
    output:
      'The database of DATABASE_URL is not available: the server is a standby and may have unacknowledged changes.\n',
  })
})

test('a rejected statement keeps its connection', async () => {
  const { database } = await emptyDatabase()
  const pid = () => database.rows(sql`SELECT pg_backend_pid() AS pid`)
  const before = await pid()
  await expect(database.rows(sql`SELECT 1 / 0`)).rejects.toMatchObject({ code: '22012' })
  expect(await pid()).toEqual(before)
})

test('a wait for a lock or a free connection ends in Unavailable within the limits', async () => {
  const { url, database } = await seeded(1, 'service')
  const second = openDatabase({ url, name: 'second', as: 'service', poolSize: 1 })
  const locked = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const holder = database.transaction(async (tx) => {
    await tx.run(sql`SELECT id FROM instance FOR UPDATE`)
    locked.resolve()
    await free.promise
  })
  await locked.promise
  await expect(second.rows(sql`SELECT id FROM instance FOR UPDATE`)).rejects.toThrow(Unavailable)
  await expect(database.rows(sql`SELECT 1`)).rejects.toThrow(Unavailable)
  const viaPrisma = await openUnscopedPrisma(database).plan.count().catch(asDatabaseError)
  expect(viaPrisma).toBeInstanceOf(Unavailable)
  free.resolve()
  await holder
  expect(await database.rows(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
  await second.close()
})

test('a killed PostgreSQL ends running statements in Unavailable, and the process survives', async () => {
  const cluster = await startPostgres()
  const database = openDatabase({ url: cluster.url('postgres'), name: 'test', poolSize: 3 })
  const prisma = openUnscopedPrisma(database)
  await database.rows(sql`SELECT 1`)
  const sleeping = database.rows(sql`SELECT pg_sleep(2)`)
  const closed = Promise.withResolvers<void>()
  database.pool.on('acquire', (client) => client.once('end', () => closed.resolve()))
  const idleInTransaction = database.transaction(async (tx) => {
    await tx.rows(sql`SELECT 1`)
    await closed.promise
    await tx.rows(sql`SELECT 1`)
  })
  const outcomes = Promise.allSettled([sleeping, idleInTransaction])
  await new Promise((resolve) => setTimeout(resolve, 200))
  await cluster.kill()
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'Unavailable' } })
  await expect(database.rows(sql`SELECT 1`)).rejects.toThrow(Unavailable)
  expect(await prisma.$queryRaw`SELECT 1`.catch(asDatabaseError)).toBeInstanceOf(Unavailable)
  await database.close()
  await cluster.close()
})

test('the pool reconnects after its sessions were terminated', async () => {
  const { database, url } = await emptyDatabase()
  const admin = openDatabase({ url, name: 'admin', poolSize: 1 })
  await Promise.all([1, 2, 3].map(() => database.rows(sql`SELECT pg_sleep(0.05)`)))
  await admin.rows(
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  )
  await admin.close()
  await expect.poll(() => database.rows(sql`SELECT 1 AS one`).catch(String)).toEqual([{ one: 1 }])
})

test('an unreachable database fails the statement, not openDatabase', async () => {
  const database = openDatabase({ url: 'postgresql://x:x@127.0.0.1:1/x', name: 'test' })
  await expect(database.rows(sql`SELECT 1`)).rejects.toThrow(Unavailable)
  await expect(database.transaction(async () => 1)).rejects.toThrow(Unavailable)
  await database.close()
})

test.each(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037'])(
  'an error of Prisma with the code %s is reported as an unavailable database',
  (code) => {
    const error = Object.assign(new Error('refused'), { code })
    expect(asDatabaseError(error)).toBeInstanceOf(Unavailable)
    expect(asDatabaseError(Object.assign(new Error('refused'), { code: 'P2000' }))).not.toBeInstanceOf(
      Unavailable,
    )
  },
)

test.each([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'TooManyConnections',
  'SocketTimeout',
  'AuthenticationFailed',
])("a failure %s that Prisma's adapter reports without a code is an unavailable database", (kind) => {
  const failed = (cause: object) =>
    Object.assign(new Error('Raw query failed'), { code: 'P2010', meta: { driverAdapterError: { cause } } })
  expect(asDatabaseError(failed({ kind }))).toBeInstanceOf(Unavailable)
  expect(asDatabaseError(failed({ kind: 'InvalidInputValue' }))).not.toBeInstanceOf(Unavailable)
})
