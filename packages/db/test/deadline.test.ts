import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createHttp } from '@signet/http'
import { createLogger, noteRequest } from '@signet/runtime'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Executor, openDatabase, sql, Unavailable } from '../src/index.ts'
import { openUnscopedPrisma } from '../src/unscoped.ts'
import { empty, seeded } from './support/databases.ts'

async function serve(work: () => Promise<unknown>, waitsMs: number) {
  const causes: unknown[] = []
  const write = (line: string) => void causes.push((JSON.parse(line) as { cause?: string }).cause)
  const app = createHttp({
    limit: () => undefined,
    logger: createLogger('test', 'info', { write }),
    proxyHops: 0,
    waitsMs,
  })
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Unavailable)) throw error
    noteRequest({ cause: error.reason })
    return reply.code(503).send()
  })
  app.get('/', work)
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as { port: number }
  return { causes, ask: async () => (await fetch(`http://127.0.0.1:${port}/`)).status }
}

async function things(base = empty) {
  const { url, database } = await base()
  await database.run(sql`CREATE TABLE things (k int PRIMARY KEY, v int NOT NULL)`)
  await database.run(sql`INSERT INTO things SELECT k, 0 FROM generate_series(1, 100) k`)
  const served = openDatabase({ url, name: 'deadline', poolSize: 10 })
  onTestFinished(() => served.close())
  return { url, database, served }
}

async function waiting(executor: Executor): Promise<number> {
  const found = await executor.rows(sql`SELECT pid FROM pg_locks WHERE NOT granted`)
  return found.length
}

const add = (executor: Executor, k: number) => executor.run(sql`UPDATE things SET v = v + 1 WHERE k = ${k}`)

test('successive waits for locks end at the deadline of the request, and nothing is written after it', async () => {
  const { database, served } = await things()
  const locked = Promise.withResolvers<void>()
  const unlock = Promise.withResolvers<void>()
  const holding = database.transaction(async (tx) => {
    await tx.run(sql`LOCK TABLE things IN ACCESS EXCLUSIVE MODE`)
    locked.resolve()
    await unlock.promise
  })
  await locked.promise
  // Connects first: opening a connection would use part of the time.
  await served.rows(sql`SELECT 1`)
  const afterwards: unknown[] = []
  const { ask, causes } = await serve(async () => {
    for (const k of [1, 2, 3, 4])
      await add(served, k).catch((error: Unavailable) => afterwards.push(error.reason))
    await vi.waitFor(async () => expect(await waiting(database)).toBe(0), { timeout: 2_000 })
    unlock.resolve()
    await holding
    return add(served, 5)
  }, 300)
  expect(await ask()).toBe(503)
  await holding
  await vi.waitFor(() => expect(causes).toContain('deadline'))
  expect(afterwards).toEqual(['statement', 'deadline', 'deadline', 'deadline'])
  expect(await database.rows(sql`SELECT k FROM things WHERE v > 0`)).toEqual([])
})

test('Prisma sends nothing after the deadline of the request, and rolls back its open transaction', async () => {
  const { database, served } = await things()
  const prisma = openUnscopedPrisma(served)
  const { ask } = await serve(
    () =>
      prisma.$transaction(async (tx) => {
        await tx.$executeRaw`UPDATE things SET v = 1 WHERE k = 1`
        await pause(200)
        await tx.$executeRaw`UPDATE things SET v = 1 WHERE k = 2`
      }),
    100,
  )
  expect(await ask()).toBeGreaterThanOrEqual(500)
  expect(await database.rows(sql`SELECT k FROM things WHERE v > 0`)).toEqual([])
})

test('a request that waits outside the database is answered at its deadline', async () => {
  const { ask, causes } = await serve(() => new Promise(() => undefined), 100)
  expect(await ask()).toBe(503)
  await vi.waitFor(() => expect(causes).toContain('deadline'))
})

test('work after the response has no deadline', async () => {
  const { database, served } = await things()
  const later = Promise.withResolvers<unknown>()
  const { ask } = await serve(async () => {
    void pause(200)
      .then(() => add(served, 1))
      .then(later.resolve, later.reject)
    return {}
  }, 100)
  expect(await ask()).toBe(200)
  await later.promise
  expect(await database.rows(sql`SELECT k FROM things WHERE v > 0`)).toEqual([{ k: 1 }])
})

async function distant(url: string, ms: number): Promise<string> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined))
    near.pipe(far)
    far.on('data', (chunk) => setTimeout(() => near.writable && near.write(chunk), ms))
    far.on('close', () => setTimeout(() => near.destroy(), ms))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const moved = new URL(url)
  moved.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  return moved.href
}

test('three times as many writers as connections are served when the database is 100 ms away', async () => {
  const { url, database } = await things(() => seeded())
  const served = openDatabase({ url: await distant(url, 100), name: 'distant', poolSize: 10, as: 'service' })
  onTestFinished(() => served.close())
  const write = (k: number) =>
    served.transaction(async (tx) => {
      await add(tx, k)
      await add(tx, k)
    })
  await database.run(sql`GRANT ALL ON things TO signet_service`)
  const { ask } = await serve(() => Promise.all(Array.from({ length: 30 }, (_, k) => write(k + 1))), 5_000)
  expect(await ask()).toBe(200)
  expect(await database.rows(sql`SELECT count(*) AS n FROM things WHERE v = 2`)).toEqual([{ n: 30 }])
})
