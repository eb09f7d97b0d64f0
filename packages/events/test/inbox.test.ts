import { openDatabase, raw, sql, Unavailable } from '@signet/db'
import { freshDatabase, startPostgres } from '@signet/testkit'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { deliveryState, keepsMark, markProcessed } from '../src/inbox.ts'
import { during } from './support.ts'

let database: ReturnType<typeof openDatabase>
beforeEach(async () => {
  const fresh = await freshDatabase()
  onTestFinished(() => fresh.drop())
  database = during(openDatabase({ url: fresh.url, name: 'test', poolSize: 4 }))
})

const mark = (consumer = 'mailer') => database.transaction((tx) => markProcessed(tx, consumer, 'evt_1'))

test('one of several concurrent deliveries of an event may have its effect', async () => {
  const marks = await Promise.all([mark(), mark(), mark()])
  expect(marks.toSorted()).toEqual([false, false, true])
  expect(await deliveryState(database, 'mailer', 'evt_1')).toEqual({ processed: true, committed: null })
})

test('another consumer of the event has its own effect', async () => {
  expect([await mark(), await mark('audit'), await mark('audit')]).toEqual([true, true, false])
})

test('an effect may be repeated after it was rolled back', async () => {
  const failing = database.transaction(async (tx) => {
    expect(await markProcessed(tx, 'mailer', 'evt_1')).toBe(true)
    throw new Error('the effect failed')
  })
  await expect(failing).rejects.toThrow('the effect failed')
  expect(await deliveryState(database, 'mailer', 'evt_1')).toEqual({ processed: false, committed: null })
  expect(await mark()).toBe(true)
})

test('a mark that can be read while no standby has it counts only once a standby has it', async () => {
  const cluster = await startPostgres()
  onTestFinished(() => cluster.close())
  const url = cluster.url('postgres')
  const observer = during(openDatabase({ url, name: 'observer' }))
  await observer.run(sql`
    CREATE TABLE inbox (consumer text, event_id text, at timestamptz DEFAULT now(), PRIMARY KEY (consumer, event_id))`)
  await observer.run(sql`ALTER ROLE signet SET synchronous_commit = on`)
  const standbys = async (names: string) => {
    await observer.run(sql`ALTER SYSTEM SET synchronous_standby_names = ${raw(`'${names}'`)}`)
    await observer.rows(sql`SELECT pg_reload_conf()`)
  }
  await standbys('nobody')
  database = during(openDatabase({ url, name: 'test', statementTimeout: 100 }))
  const cutOff = sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`
  await Promise.all([
    expect(mark()).rejects.toThrow(Unavailable),
    expect.poll(() => observer.rows(cutOff)).toHaveLength(1),
  ])
  expect(await observer.rows(sql`SELECT event_id FROM inbox`)).toHaveLength(1)
  const kept = () => keepsMark(database, 'mailer', 'evt_1')
  // A statement that waits for a standby holds the row lock, so the order matters.
  await expect(mark()).rejects.toThrow(Unavailable)
  await expect(kept()).rejects.toThrow(Unavailable)
  await standbys('')
  expect([await kept(), await mark()]).toEqual([true, false])
})
