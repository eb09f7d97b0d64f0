import { type Database, type Executor, openDatabase, sql } from '@signet/db'
import { expect, test, vi } from 'vitest'
import {
  auditEntry,
  type ConsumerOptions,
  changeProject,
  type Delivery,
  enqueue,
  faultOccurred,
  GiveUp,
  logoutNotice,
  type Nats,
  onSignal,
  type PayloadOf,
  publish,
  sendSignal,
  startConsumer,
  startRelay,
} from '../src/index.ts'
import { during, effects, notice, outboxCount, stage } from './support.ts'

const patient = { timeout: 20_000, interval: 100 }

type Notice = PayloadOf<typeof logoutNotice>

const recordEffect = (tx: Executor, _: Notice, { eventId }: Delivery) =>
  tx.run(sql`INSERT INTO effects (event_id) VALUES (${eventId})`).then(() => undefined)

const consumeNotices = (database: Database, nats: Nats, changes: Partial<ConsumerOptions<Notice>> = {}) =>
  during(
    startConsumer({
      database,
      nats,
      event: logoutNotice,
      name: 'logout-delivery',
      effect: recordEffect,
      onDeadLetter: async (tx, _, reason, { eventId }) => {
        await tx.run(sql`INSERT INTO effects (event_id, detail) VALUES (${eventId}, ${reason})`)
      },
      backoffMs: [100],
      ...changes,
    }),
  )

const enqueueNotices = (database: Database, count: number) =>
  database.transaction(async (tx) => {
    for (let index = 0; index < count; index += 1) await enqueue(tx, logoutNotice, notice(`app_${index}`))
  })

test('an event is published if and only if the transaction of its cause commits', async () => {
  const { database, nats } = await stage()
  during(startRelay({ database, nats }))
  consumeNotices(database, nats)
  const failing = database.transaction(async (tx) => {
    await enqueue(tx, logoutNotice, notice('app_never'))
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await enqueueNotices(database, 3)
  await vi.waitFor(async () => expect(await effects(database)).toEqual({ total: 3, events: 3 }), patient)
  expect(await outboxCount(database)).toBe(0)
})

test('a subject contains the project, and a payload with unknown fields is rejected', async () => {
  expect(logoutNotice.subjectFor(notice('app_1'))).toBe('signet.logout.notice.v1.prj_1')
  const { database } = await stage()
  const withSecret = { ...notice('app_1'), password: 'x' }
  await expect(enqueue(database, logoutNotice, withSecret)).rejects.toThrow(/password/)
  expect(await outboxCount(database)).toBe(0)
})

test('an audit event is deleted from the outbox once JetStream has stored it', async () => {
  const { database, nats } = await stage()
  during(startRelay({ database, nats }))
  await enqueue(database, auditEntry, {
    entryId: 'aud_1',
    at: '2026-01-01T00:00:00.000Z',
    actor: 'usr_1',
    action: 'team.create',
    targetType: 'Team',
    targetId: 'team_1',
    targetScope: 'instance',
    surface: null,
    projectId: null,
  })
  await vi.waitFor(async () => expect(await outboxCount(database)).toBe(0), patient)
  const manager = await nats.connection?.jetstreamManager()
  const stored = await manager?.streams.getMessage('AUDIT', {
    last_by_subj: 'signet.audit.entry.v1.instance',
  })
  expect(stored?.json()).toMatchObject({ entryId: 'aud_1' })
})

test('every event arrives and has one effect when NATS is killed and restarted twice', async () => {
  const { database, server, nats } = await stage()
  for (let replica = 0; replica < 2; replica += 1) {
    during(startRelay({ database, nats }))
    consumeNotices(database, nats)
  }
  await enqueueNotices(database, 100)
  await server.kill()
  await enqueueNotices(database, 300)
  await server.restart()
  await enqueueNotices(database, 100)
  await server.kill()
  await enqueueNotices(database, 100)
  await server.restart()
  await vi.waitFor(async () => expect((await effects(database)).events).toBe(600), patient)
  expect(await effects(database)).toEqual({ total: 600, events: 600 })
  expect(await outboxCount(database)).toBe(0)
})

test('services start while NATS is unreachable, and pending events are delivered once it is reachable', async () => {
  const { database, server, nats } = await stage()
  await server.stop()
  during(startRelay({ database, nats }))
  consumeNotices(database, nats)
  await enqueueNotices(database, 20)
  const fault = publish(nats, faultOccurred, 'x', aFault())
  await expect(fault).rejects.toThrow()
  await server.restart()
  await vi.waitFor(async () => expect(await effects(database)).toEqual({ total: 20, events: 20 }), patient)
})

test('events are published again and have one effect when the store is deleted between publish and consume', async () => {
  const { database, server, nats } = await stage()
  const relay = during(startRelay({ database, nats }))
  await enqueueNotices(database, 50)
  relay.wake()
  const manager = await nats.connection?.jetstreamManager()
  const stored = async () => (await manager?.streams.info('LOGOUT'))?.state.messages
  await vi.waitFor(async () => expect(await stored()).toBe(50), patient)
  await server.kill()
  await server.restart({ emptyStore: true })
  consumeNotices(database, nats)
  expect(await outboxCount(database)).toBe(50)
  await database.run(sql`UPDATE outbox SET published_at = published_at - interval '61 seconds'`)
  await vi.waitFor(async () => expect(await effects(database)).toEqual({ total: 50, events: 50 }), patient)
  expect(await outboxCount(database)).toBe(0)
})

test('a stream deleted while relay and consumer run is created again', async () => {
  const { database, nats } = await stage()
  during(startRelay({ database, nats }))
  consumeNotices(database, nats)
  await enqueueNotices(database, 5)
  await vi.waitFor(async () => expect((await effects(database)).total).toBe(5), patient)
  const manager = await nats.connection?.jetstreamManager()
  await manager?.streams.delete('LOGOUT')
  await enqueueNotices(database, 5)
  await vi.waitFor(async () => expect(await effects(database)).toEqual({ total: 10, events: 10 }), patient)
})

test('an event delivered twice has one effect', async () => {
  const { database, nats } = await stage()
  consumeNotices(database, nats)
  await nats.connected(AbortSignal.timeout(5_000))
  const same = await enqueue(database, logoutNotice, notice('app_1'))
  await publish(nats, logoutNotice, same, notice('app_1'))
  await vi.waitFor(async () => expect((await effects(database)).total).toBe(1), patient)
  // Replaces the wait for the ten minutes of the duplicate window.
  const manager = await nats.connection?.jetstreamManager()
  await manager?.streams.delete('LOGOUT')
  await vi.waitFor(() => publish(nats, logoutNotice, same, notice('app_1')), patient)
  await publish(nats, logoutNotice, await enqueue(database, logoutNotice, notice('app_2')), notice('app_2'))
  await vi.waitFor(async () => expect((await effects(database)).events).toBe(2), patient)
  expect(await effects(database)).toEqual({ total: 2, events: 2 })
})

test('a failing effect is rolled back, retried after its pause and recorded once', async () => {
  const { database, nats } = await stage()
  during(startRelay({ database, nats }))
  const attempts: number[] = []
  consumeNotices(database, nats, {
    effect: async (tx, payload, delivery) => {
      await recordEffect(tx, payload, delivery)
      attempts.push(delivery.attempt)
      if (delivery.attempt < 3) throw new Error('not yet')
    },
  })
  await enqueueNotices(database, 1)
  await vi.waitFor(async () => expect(await effects(database)).toEqual({ total: 1, events: 1 }), patient)
  expect(attempts).toEqual([1, 2, 3])
})

test('an event that always fails is abandoned after its attempts, reported once, and blocks no other event', async () => {
  const { database, nats } = await stage()
  during(startRelay({ database, nats }))
  consumeNotices(database, nats, {
    concurrency: 2,
    work: async ({ clientId }) => {
      if (clientId === 'app_1') throw new Error('poison')
      if (clientId === 'app_2') throw new GiveUp('the client is gone')
    },
    isHopeless: ({ attempt }) => attempt >= 3,
  })
  await enqueueNotices(database, 20)
  await vi.waitFor(async () => expect(await effects(database)).toEqual({ total: 20, events: 20 }), patient)
  const given = await database.rows(sql`SELECT detail FROM effects WHERE detail IS NOT NULL ORDER BY detail`)
  expect(given).toEqual([{ detail: 'poison' }, { detail: 'the client is gone' }])
  expect(await outboxCount(database)).toBe(0)
})

test('an outbox row whose payload does not fit its schema becomes a dead letter at the first attempt', async () => {
  const { database, nats } = await stage()
  during(startRelay({ database, nats }))
  consumeNotices(database, nats)
  const id = await enqueue(database, logoutNotice, notice('app_1'))
  await database.run(sql`UPDATE outbox SET payload = '{"odd": 1}'::jsonb WHERE id = ${id}`)
  await vi.waitFor(
    async () =>
      expect(await database.rows(sql`SELECT * FROM effects`)).toEqual([
        { event_id: id, detail: 'the payload does not fit its schema' },
      ]),
    patient,
  )
})

test('the relay and the consumer wait while the database is unavailable, and continue afterwards', async () => {
  const { database, nats } = await stage()
  await enqueueNotices(database, 5)
  const unreachable = openDatabase({
    url: 'postgresql://x:x@127.0.0.1:1/x',
    name: 'test',
  })
  during(unreachable)
  const relay = startRelay({ database: unreachable, nats })
  const consumer = consumeNotices(unreachable, nats)
  during(startRelay({ database, nats }))
  await vi.waitFor(
    async () =>
      expect(await database.rows(sql`SELECT id FROM outbox WHERE published_at IS NULL`)).toEqual([]),
    patient,
  )
  await relay.close()
  await consumer.close()
  expect(await effects(database)).toEqual({ total: 0, events: 0 })
  consumeNotices(database, nats)
  // Messages in delivery to the closed consumer are delivered again after their acknowledgement timeout.
  const outlasting = { ...patient, timeout: 45_000 }
  await vi.waitFor(async () => expect(await effects(database)).toEqual({ total: 5, events: 5 }), outlasting)
}, 75_000)

test('a change signal reaches its subscribers, also after a restart of NATS, and is dropped while NATS is unreachable', async () => {
  const { server, nats } = await stage()
  const received: number[] = []
  const stop = onSignal(nats, changeProject, ({ version }) => void received.push(version))
  const tell = (version: number) => sendSignal(nats, changeProject, { projectId: 'prj_1', version })
  await vi.waitFor(() => {
    tell(1)
    expect(received).toContain(1)
  }, patient)
  await server.stop()
  tell(2)
  await server.restart()
  await vi.waitFor(() => {
    tell(3)
    expect(received).toContain(3)
  }, patient)
  stop()
})

function aFault(): PayloadOf<typeof faultOccurred> {
  return {
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
    reference: 'err_0123456789abcdef',
    at: '2026-01-01T00:00:00.000Z',
    requestId: null,
    release: null,
    instance: null,
    origin: null,
  }
}
