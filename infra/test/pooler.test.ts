import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { promisify } from 'node:util'
import { type Database, openDatabase, raw, sql, Unavailable } from '@signet/db'
import { assertWall } from '@signet/db/ready'
import { acrossProjects, openUnscopedPrisma } from '@signet/db/unscoped'
import { databaseCommand, type Pooler, startPooler, startPostgres } from '@signet/testkit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { proxyBinary } from '../local/proxy-binary.ts'
import { readSettings } from '../local/settings.ts'

const program = proxyBinary('pgbouncer', readSettings(process.env).dataFolder, console.log)

const reach = sql`
  SELECT current_setting('signet.project', true) AS project, current_user AS role, pg_backend_pid() AS backend`

interface Reach {
  readonly project: string | null
  readonly role: string
  readonly backend: number
}

async function setUp(url: string, servicesUrl: string): Promise<void> {
  const environment = {
    DATABASE_URL: url,
    SIGNET_SERVICE_DATABASE_URL: servicesUrl,
    SIGNET_BASE_URL: 'http://localhost:8080',
    SIGNET_SECRET_KEYS: `test:${randomBytes(32).toString('base64url')}`,
  }
  await promisify(execFile)(process.execPath, databaseCommand('migrate'), {
    env: { ...process.env, ...environment },
  })
}

describe.runIf(program)('services behind PgBouncer in transaction mode', () => {
  let cluster: Awaited<ReturnType<typeof startPostgres>>
  let pooler: Pooler
  let url: string
  let service: Database
  let token: Database

  beforeAll(async () => {
    cluster = await startPostgres()
    const direct = cluster.url('postgres')
    if (program) pooler = await startPooler(program, direct, 2)
    url = pooler.through(direct)
    await setUp(direct, url)
    service = openDatabase({ url, name: 'service', as: 'service', poolSize: 20, plans: 'each time' })
    token = openDatabase({ url, name: 'token', as: 'token', poolSize: 20, plans: 'by key' })
  })

  afterAll(async () => {
    for (const database of [service, token]) await database?.close()
    await pooler?.stop()
    await cluster?.close()
  })

  test('statements of 20 connections on two of PostgreSQL reach exactly their project', async () => {
    const asked = Array.from({ length: 1_000 }, (_, index) => `prj_${index}`)
    const found = await Promise.all(
      asked.map(async (project) => {
        const [row] = await service.inProject(project).rows<Reach>(reach)
        return row
      }),
    )
    expect(found.map((row) => row?.project)).toEqual(asked)
    expect(new Set(found.map((row) => row?.role))).toEqual(new Set(['signet_service']))
    expect(new Set(found.map((row) => row?.backend)).size).toBeLessThanOrEqual(2)
  })

  test('the project and the role of a transaction end with it', async () => {
    const mixed = await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        if (index % 3 === 0)
          return acrossProjects(service).transaction(async (tx) => (await tx.rows<Reach>(reach))[0]?.role)
        if (index % 3 === 1)
          return service
            .inProject(`prj_${index}`)
            .transaction(async (tx) => (await tx.rows<Reach>(reach))[0]?.project)
        const [row] = await service.rows<Reach>(reach)
        return `${row?.role} ${row?.project ?? ''}`.trim()
      }),
    )
    for (const [index, one] of mixed.entries())
      expect(one).toBe(['signet_instance', `prj_${index}`, 'signet_service'][index % 3])
  })

  test('the pools of the token path act as their role, under row-level security', async () => {
    const [row] = await token.rows<Reach>(reach)
    expect(row?.role).toBe('signet_token')
    await assertWall(service)
    await assertWall(token)
  })

  test('the logins have the limits that a connection without a pooler sets', async () => {
    const [limits] = await service.rows(sql`
      SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
        current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('jit') AS jit`)
    expect(limits).toEqual({ statement: '3s', lock: '2s', idle: '10s', jit: 'off' })
  })

  test('Prisma reads and writes through the pooler without prepared statements', async () => {
    const prisma = openUnscopedPrisma(service)
    const plans = await Promise.all(Array.from({ length: 50 }, () => prisma.plan.findMany()))
    expect(new Set(plans.map((list) => list.length))).toEqual(new Set([1]))
    await prisma.$disconnect()
  })

  test('PostgreSQL cancels a statement whose client has ended', async () => {
    const owner = openDatabase({ url: cluster.url('postgres'), name: 'owner' })
    onTestFinished(() => owner.close())
    const waiting = () => owner.rows(sql`SELECT pid FROM pg_locks WHERE NOT granted`)
    await owner.transaction(async (tx) => {
      await tx.run(sql`LOCK TABLE plans IN ACCESS EXCLUSIVE MODE`)
      const client = new pg.Client(
        url.replace('?pooler=transaction', '').replace('://signet:', '://signet_service_login:'),
      )
      client.on('error', () => undefined)
      await client.connect()
      const asked = client.query('SELECT id FROM plans').catch((error: unknown) => error)
      await vi.waitFor(async () => expect(await waiting()).toHaveLength(1))
      ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
      await asked
      await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 1_500 })
    })
  })

  test('a login without its role has no rights, and its connections are not used', async () => {
    const changed = openDatabase({ url: cluster.url('postgres'), name: 'owner' })
    onTestFinished(() => changed.close())
    const name = `other_${randomBytes(6).toString('hex')}`
    await changed.run(raw(`CREATE DATABASE ${name}`))
    const login = `${new URL(url).username}_token_login`
    await changed.run(raw(`ALTER ROLE ${login} RESET role`))
    const without = openDatabase({ url: pooler.through(cluster.url(name)), name: 'without', as: 'token' })
    onTestFinished(() => without.close())
    await expect(without.rows(reach)).rejects.toThrow('instead of the requested signet_token')
    await changed.run(raw(`ALTER ROLE ${login} SET role = 'signet_token'`))
    const [right] = await changed.rows<{ mayRead: boolean }>(
      sql`SELECT has_table_privilege(${login}, 'accounts', 'SELECT') AS "mayRead"`,
    )
    expect(right?.mayRead).toBe(false)
  })

  test('a service that is not told of the pooler states the parameter that is missing', async () => {
    const untold = new URL(url)
    untold.searchParams.delete('pooler')
    const database = openDatabase({ url: untold.href, name: 'untold', as: 'service' })
    onTestFinished(() => database.close())
    await expect(database.rows(reach)).rejects.toThrow('add pooler=transaction to DATABASE_URL')
  })

  test('a standby behind the pooler rejects every statement and every transaction', async () => {
    const own = await startPostgres()
    onTestFinished(() => own.close())
    if (!program) throw new Error('PgBouncer is not installed.')
    const before = await startPooler(program, own.url('postgres'))
    onTestFinished(() => before.stop())
    await setUp(own.url('postgres'), before.through(own.url('postgres')))
    await own.becomeStandby()
    const standby = openDatabase({
      url: before.through(own.url('postgres')),
      name: 'standby',
      as: 'service',
    })
    onTestFinished(() => standby.close())
    const readOnly = expect.objectContaining({ name: 'Unavailable', reason: 'read-only' })
    await expect(standby.rows(reach)).rejects.toThrow(Unavailable)
    await expect(standby.inProject('prj_1').rows(reach)).rejects.toEqual(readOnly)
    await expect(standby.transaction((tx) => tx.rows(reach))).rejects.toEqual(readOnly)
  })
})
