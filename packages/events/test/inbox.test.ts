import { openDatabase } from '@signet/db'
import { freshDatabase } from '@signet/testkit'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { deliveryState, markProcessed } from '../src/inbox.ts'
import { during } from './support.ts'

let database: ReturnType<typeof openDatabase>
beforeEach(async () => {
  const fresh = await freshDatabase()
  onTestFinished(() => fresh.drop())
  database = during(openDatabase({ url: fresh.url, name: 'test', poolSize: 4 }))
})

const mark = (consumer = 'mailer') => database.transaction((tx) => markProcessed(tx, consumer, 'evt_1'))

test('R12: of deliveries of one event at once a single one may have its effect', async () => {
  const marks = await Promise.all([mark(), mark(), mark()])
  expect(marks.toSorted()).toEqual([false, false, true])
  expect(await deliveryState(database, 'mailer', 'evt_1')).toEqual({ processed: true, age: null })
})

test('R12: another consumer of the event has an effect of its own', async () => {
  expect([await mark(), await mark('audit'), await mark('audit')]).toEqual([true, true, false])
})

test('R12: an effect that was rolled back may be had again', async () => {
  const failing = database.transaction(async (tx) => {
    expect(await markProcessed(tx, 'mailer', 'evt_1')).toBe(true)
    throw new Error('the effect failed')
  })
  await expect(failing).rejects.toThrow('the effect failed')
  expect(await deliveryState(database, 'mailer', 'evt_1')).toEqual({ processed: false, age: null })
  expect(await mark()).toBe(true)
})
