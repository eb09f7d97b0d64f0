import { openDatabase } from '@signet/db'
import { freshDatabase, startNats, type TestNats } from '@signet/testkit'
import { connect, type NatsConnection } from 'nats'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  auditEntry,
  cibaPing,
  connectNats,
  enqueue,
  faultOccurred,
  faultsDropped,
  faultsRecorded,
  logoutNotice,
  type Nats,
  type NatsUserName,
  natsAuthorization,
  natsUsers,
  onSignal,
  publish,
  replay,
  sendSignal,
  startConsumer,
  startRelay,
} from '../src/index.ts'
import { streamNames } from '../src/names.ts'
import { during, notice } from './support.ts'

let server: TestNats
let database: ReturnType<typeof openDatabase>
let drop: () => Promise<void>
beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  database = openDatabase({ url: fresh.url, name: 'test', poolSize: 5 })
  server = await startNats({ configuration: natsAuthorization((name) => `"secret of ${name}"`) })
})
afterAll(async () => {
  await server.close()
  await database.close()
  await drop()
})

const credentials = (name: NatsUserName) => ({ NATS_USER: name, NATS_PASSWORD: `secret of ${name}` })

const service = (name: NatsUserName): Nats =>
  during(
    connectNats({
      url: server.url,
      credentials: credentials(name),
      name,
      declaresStreams: name !== 'operator',
    }),
  )

/** An attacker has the credentials of one service. */
const stranger = async (name: NatsUserName): Promise<NatsConnection> => {
  const { NATS_USER: user, NATS_PASSWORD: pass } = credentials(name)
  const options = { servers: server.url, user, pass, inboxPrefix: `_INBOX.${name}`, timeout: 1_000 }
  const connection = await connect(options)
  during({ close: () => connection.close() })
  return connection
}

const services = ['auth', 'admin-api', 'scim'] as const
const patient = { timeout: 15_000 }

test('a client without credentials, or with the password of another user, is rejected', async () => {
  await expect(connect({ servers: server.url })).rejects.toThrow(/authorization/i)
  const wrong = { user: 'auth', pass: 'secret of scim' }
  await expect(connect({ servers: server.url, ...wrong })).rejects.toThrow(/authorization/i)
})

describe.each(services)('the least subjects of %s', (name) => {
  test('the service declares the streams and publishes every event of the outbox', async () => {
    const nats = service(name)
    const connection = await nats.connected(AbortSignal.timeout(5_000))
    const manager = await connection.jetstreamManager()
    for (const stream of streamNames) expect((await manager.streams.info(stream)).config.name).toBe(stream)
    for (const event of [logoutNotice, cibaPing, auditEntry, faultOccurred, faultsDropped])
      await connection
        .jetstream()
        .publish(event.pattern.replace('*', 'prj_1'), '{}', { msgID: `${name} ${event.subject}` })
  })

  test('the service receives the signal that faults were recorded', async () => {
    const heard: string[] = []
    const nats = service(name)
    onSignal(nats, faultsRecorded, ({ ids }) => heard.push(...ids))
    const sender = service('admin-api')
    await Promise.all([nats, sender].map((one) => one.connected(AbortSignal.timeout(5_000))))
    await vi.waitFor(() => {
      sendSignal(sender, faultsRecorded, { ids: ['evt_1'] })
      expect(heard).toContain('evt_1')
    }, patient)
  })
})

test('auth consumes the events that its own relay publishes', async () => {
  const nats = service('auth')
  const seen: string[] = []
  during(startRelay({ database, nats }))
  during(
    startConsumer({
      database,
      nats,
      event: logoutNotice,
      name: 'logout-delivery',
      work: async ({ clientId }) => void seen.push(clientId),
      onDeadLetter: async () => undefined,
    }),
  )
  await enqueue(database, logoutNotice, notice('app_1'))
  await vi.waitFor(() => expect(seen).toEqual(['app_1']), patient)
})

test.each(['fault-store', 'fault-store-dropped', 'error-report'])(
  'admin-api consumes faults as %s',
  async (name) => {
    const nats = service('admin-api')
    const seen: unknown[] = []
    during(
      startConsumer({
        database,
        nats,
        event: faultsDropped,
        name,
        work: async ({ service }) => void seen.push(service),
        onDeadLetter: async () => undefined,
      }),
    )
    await nats.connected(AbortSignal.timeout(5_000))
    await vi.waitFor(() => publish(nats, faultsDropped, `evt_${name}`, { service: name, count: 1 }), patient)
    await vi.waitFor(() => expect(seen).toContain(name), patient)
  },
)

test('the commands replay the audit', async () => {
  const connection = await service('operator').connected(AbortSignal.timeout(5_000))
  const found = []
  for await (const entry of replay(connection, auditEntry, new Date(0))) found.push(entry)
  expect(found).toEqual([])
})

/** A stolen password of one service must not reach them. */
const forbidden: readonly (readonly [NatsUserName, string])[] = [
  ...services.flatMap((name) =>
    streamNames.flatMap((stream) => [
      [name, `$JS.API.STREAM.DELETE.${stream}`] as const,
      [name, `$JS.API.STREAM.PURGE.${stream}`] as const,
      [name, `$JS.API.STREAM.MSG.GET.${stream}`] as const,
      [name, `$JS.API.STREAM.MSG.DELETE.${stream}`] as const,
    ]),
  ),
  ['scim', '$JS.API.CONSUMER.DURABLE.CREATE.LOGOUT.logout-delivery'],
  ['scim', '$JS.API.CONSUMER.MSG.NEXT.CIBA.ciba-ping'],
  ['admin-api', '$JS.API.CONSUMER.MSG.NEXT.LOGOUT.logout-delivery'],
  ['auth', '$JS.API.CONSUMER.DURABLE.CREATE.LOGOUT.another'],
  ['auth', '$JS.API.CONSUMER.MSG.NEXT.FAULTS.fault-store'],
  ['auth', faultsRecorded.pattern.replace('*', 'instance')],
  ['scim', '$SYS.REQ.SERVER.PING'],
  ['operator', 'signet.logout.notice.v1.prj_1'],
  ['operator', '$JS.API.STREAM.UPDATE.AUDIT'],
]

test.each(forbidden)('%s may not publish to %s', async (name, subject) => {
  const connection = await stranger(name)
  await expect(connection.request(subject, '{}', { timeout: 1_000 })).rejects.toThrow(/permission/i)
})

test.each([
  ...services.map((name) => [name, '>'] as const),
  ['scim', 'signet.>'],
  ['scim', 'signet.logout.>'],
  ['auth', '_INBOX.>'],
  ['auth', '_INBOX.admin-api.>'],
  ['admin-api', '$SYS.>'],
] as const)('%s may not subscribe to %s', async (name, subject) => {
  const connection = await stranger(name)
  const failed = new Promise<Error | null>((resolve) => {
    connection.subscribe(subject, { callback: (error) => resolve(error) })
  })
  expect(String(await failed)).toMatch(/permission/i)
})

test('every consumer of a work queue belongs to exactly one user', () => {
  const owners = (event: { stream: string; consumer: string | undefined }) =>
    Object.values(natsUsers).filter(({ consumes }) =>
      (consumes as readonly (readonly [string, string])[]).some(
        ([stream, consumer]) => stream === event.stream && consumer === event.consumer,
      ),
    )
  for (const event of [logoutNotice, cibaPing]) expect(owners(event)).toHaveLength(1)
})
