import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, sql } from '../src/index.ts'
import { empty } from './support/databases.ts'

async function openOne(options: { plans?: 'by key' } = {}) {
  const { url } = await empty()
  return openDatabase({ url, name: 'test', poolSize: 1, ...options })
}

async function oneConnection(options?: { plans?: 'by key' }) {
  const database = await openOne(options)
  onTestFinished(() => database.close())
  return database
}

test.each([
  ['in the database', (n: unknown) => sql`SELECT 10 / ${n}::int AS tenth`, 0],
  ['because a value is none of its type', (n: unknown) => sql`SELECT 10 / ${n}::int AS tenth`, 'ten'],
  [
    'because a value cannot be sent',
    (n: unknown) => sql`SELECT 10 / ${n}::int AS tenth`,
    { toPostgres: refuse },
  ],
])('a statement that failed at its first use %s succeeds at its second', async (_why, statement, wrong) => {
  const database = await oneConnection()
  await expect(database.rows(statement(wrong))).rejects.toThrow()
  expect(await database.rows(statement(5))).toEqual([{ tenth: 2 }])
  await expect(database.rows(statement(wrong))).rejects.toThrow()
  expect(await database.rows(statement(5))).toEqual([{ tenth: 2 }])
})

function refuse(): never {
  throw new Error('not to be sent')
}

test('a statement is rejected once at most after its columns changed, and then reads the new columns', async () => {
  const database = await oneConnection()
  await database.run(sql`CREATE TABLE things (a int)`)
  await database.run(sql`INSERT INTO things VALUES (1)`)
  const all = () => database.rows(sql`SELECT * FROM things`)
  expect(await all()).toEqual([{ a: 1 }])
  await database.run(sql`ALTER TABLE things ALTER a TYPE text, ADD b jsonb DEFAULT '{"c": null}'`)
  await all().catch(() => undefined)
  expect(await all()).toEqual([{ a: '1', b: { c: null } }])
})

test('the number of rows is that of the statement, for every kind of statement', async () => {
  const database = await oneConnection()
  expect(await database.run(sql`CREATE TABLE things (a int)`)).toBe(0)
  expect(await database.run(sql`INSERT INTO things SELECT generate_series(1, 12)`)).toBe(12)
  expect(await database.run(sql`UPDATE things SET a = a WHERE a < ${4}`)).toBe(3)
  expect(await database.run(sql`SELECT a FROM things`)).toBe(12)
  expect(await database.run(sql`DELETE FROM things`)).toBe(12)
  expect(await database.run(sql``)).toBe(0)
})

test('statements beyond the limit of names run unnamed', async () => {
  const database = await oneConnection()
  for (let index = 0; index < 1_050; index += 1)
    expect(await database.rows(sql`SELECT ${index}::int AS ${sql([`n${index}`])}`)).toEqual([
      { [`n${index}`]: index },
    ])
})

test('a connection kept for the next statement returns to its pool when none follows', async () => {
  const database = await oneConnection({ plans: 'by key' })
  for (let index = 0; index < 3; index += 1) await database.rows(sql`SELECT 1 AS one`)
  expect(database.pool.idleCount).toBe(0)
  while (database.pool.idleCount === 0) await pause(5)
  expect(await database.rows(sql`SELECT 2 AS two`)).toEqual([{ two: 2 }])
})

test('closing the database waits for the running statement, and not for kept connections', async () => {
  const database = await openOne({ plans: 'by key' })
  await database.rows(sql`SELECT 1 AS one`)
  const last = database.rows(sql`SELECT 2 AS two FROM pg_sleep(0.05)`)
  await database.close()
  expect(await last).toEqual([{ two: 2 }])
})
