import { setTimeout as pause } from 'node:timers/promises'
import { runsAllCases } from '@signet/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase, sql } from '../src/index.ts'
import { empty } from './support/databases.ts'

/** Milliseconds. */
const loadMs = runsAllCases ? 2_000 : 400

const kinds: readonly ((database: Database, n: number) => Promise<unknown>)[] = [
  (database, n) => database.rows(sql`SELECT v FROM things WHERE k = ${n}`),
  (database, n) => database.rows(sql`SELECT k, v FROM things WHERE k = ${n} AND v > 0`),
  (database, n) =>
    database.rows(sql`SELECT k FROM things WHERE k BETWEEN ${n} AND ${n + 20}::int ORDER BY k`),
  (database, n) => database.rows(sql`SELECT count(*) AS n FROM things WHERE k < ${n}`),
  (database, n) => database.run(sql`UPDATE things SET v = v + 1 WHERE k = ${n}`),
  (database, n) => database.run(sql`INSERT INTO notes (k) VALUES (${n})`),
  (database, n) => database.run(sql`DELETE FROM notes WHERE k = ${n}`),
  (database, n) => database.rows(sql`SELECT t.v FROM things t JOIN notes n ON n.k = t.k WHERE t.k = ${n}`),
  (database) => database.rows(sql`SELECT pg_sleep(0.005)::text AS slept`),
  (database, n) => database.rows(sql`SELECT ${'x'.repeat(2_000)}::text || ${n}::text AS long`),
  (database, n) =>
    database.transaction(async (tx) => {
      const [row] = await tx.rows<{ v: number }>(sql`SELECT v FROM things WHERE k = ${n} FOR UPDATE`)
      await tx.run(sql`UPDATE things SET v = ${(row?.v ?? 0) + 1} WHERE k = ${n}`)
    }),
  (database, n) => database.rows(sql`SELECT max(v) AS v FROM things WHERE k > ${n}`),
]

async function load(poolSize: number) {
  const { url, database: setup } = await empty()
  await setup.run(sql`CREATE TABLE things (k int PRIMARY KEY, v int NOT NULL)`)
  await setup.run(sql`CREATE TABLE notes (k int)`)
  await setup.run(sql`INSERT INTO things SELECT k, 1 FROM generate_series(1, 500) k`)
  const database = openDatabase({ url, name: 'test', poolSize, plans: 'by key' })
  onTestFinished(() => database.close())
  const until = performance.now() + loadMs
  let [served, refused] = [0, 0]
  const caller = async (kind: (typeof kinds)[number], index: number) => {
    for (let n = index; performance.now() < until; n = (n * 7 + 1) % 500)
      await kind(database, n).then(
        () => {
          served += 1
        },
        () => {
          refused += 1
        },
      )
  }
  await Promise.all([...kinds, ...kinds].map(caller))
  return { served, refused }
}

test.each([1, 2, 3, 4])(
  'no caller is rejected for want of a connection, with 24 callers of 12 kinds and a pool of %d',
  async (poolSize) => {
    const { served, refused } = await load(poolSize)
    expect(refused).toBe(0)
    expect(served).toBeGreaterThan(24)
  },
)

test('a lease ends when a caller waits, and waiting callers are served in order', async () => {
  const { url } = await empty()
  const database = openDatabase({ url, name: 'test', poolSize: 1, plans: 'by key' })
  onTestFinished(() => database.close())
  const order: number[] = []
  const ask = async (index: number) => {
    await database.rows(sql`SELECT 1 AS one`)
    order.push(index)
    // A new caller arrives when a connection is returned.
    if (index < 3) await ask(index + 10)
  }
  await Promise.all(Array.from({ length: 6 }, (_, index) => ask(index)))
  await pause(0)
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 10, 11, 12])
})
