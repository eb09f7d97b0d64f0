import { openDatabase, sql } from '@signet/db'
import { freshDatabase } from '@signet/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { enqueue, logoutNotice } from '../src/index.ts'
import { claimNew, claimOverdue, unclaim } from '../src/outbox.ts'
import { during, notice } from './support.ts'

async function outboxOf(events: number) {
  const fresh = await freshDatabase()
  onTestFinished(() => fresh.drop())
  const database = during(openDatabase({ url: fresh.url, name: 'test', poolSize: 4 }))
  await database.transaction(async (tx) => {
    for (let index = 0; index < events; index += 1) await enqueue(tx, logoutNotice, notice(`app_${index}`))
  })
  const publishedAgo = (seconds: number) =>
    database.run(sql`UPDATE outbox SET published_at = clock_timestamp() - ${seconds} * interval '1 s'`)
  return { database, publishedAgo }
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('two concurrent relays claim different rows, and neither waits for the other', async () => {
  const { database } = await outboxOf(5)
  const [first, second] = await database.transaction(async (one) => {
    const taken = idsOf(await claimNew(one, 2))
    const takenMeanwhile = await database.transaction(async (other) => {
      await other.run(sql`SET LOCAL lock_timeout = '5s'`)
      return idsOf(await claimNew(other, 5))
    })
    return [taken, takenMeanwhile]
  })
  expect([first.length, second.length]).toEqual([2, 3])
  expect(new Set([...first, ...second]).size).toBe(5)
  expect(await claimNew(database, 5)).toEqual([])
})

test('an event without a recorded effect is published again after one minute, then two, then four', async () => {
  const { database, publishedAgo } = await outboxOf(1)
  expect(await claimNew(database, 1)).toHaveLength(1)
  for (const minutes of [1, 2, 4]) {
    await publishedAgo(minutes * 60 - 10)
    expect(await claimOverdue(database, 1)).toEqual([])
    await publishedAgo(minutes * 60 + 1)
    expect(await claimOverdue(database, 1)).toHaveLength(1)
  }
})

test('an event is published again after at most ten minutes, after any number of publications', async () => {
  const { database, publishedAgo } = await outboxOf(1)
  await claimNew(database, 1)
  await database.run(sql`UPDATE outbox SET attempts = 1000`)
  await publishedAgo(590)
  expect(await claimOverdue(database, 1)).toEqual([])
  await publishedAgo(601)
  expect(await claimOverdue(database, 1)).toHaveLength(1)
})

test('a row whose publication failed is claimed again immediately, and its attempt does not count', async () => {
  const { database } = await outboxOf(2)
  const taken = idsOf(await claimNew(database, 2))
  await unclaim(database, taken.slice(0, 1))
  expect(idsOf(await claimNew(database, 2))).toEqual(taken.slice(0, 1))
  expect(await database.rows(sql`SELECT id, attempts FROM outbox ORDER BY created_at, id`)).toEqual(
    taken.map((id) => ({ id, attempts: 1 })),
  )
})
