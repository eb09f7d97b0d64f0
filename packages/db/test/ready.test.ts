import { createVault, secretKeys } from '@signet/secrets'
import { type FreshDatabase, freshDatabase } from '@signet/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, openDatabase, sql } from '../src/index.ts'
import { assertSecretKeys, databaseChecks, missingSecretKeys } from '../src/ready.ts'

let fresh: FreshDatabase
let database: Database
let held: string[]
beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase({ url: fresh.url, name: 'ready test' })
  held = secretKeys(fresh.secretKeys).map(({ id }) => id)
})
afterAll(async () => {
  await database?.close()
  await fresh?.drop()
})

async function results(executor = database, ids = held) {
  const checks = Object.entries(databaseChecks(executor, ids))
  const answers = checks.map(async ([name, one]) => {
    const check = typeof one === 'function' ? one : one.check
    return [name, await check()]
  })
  return Object.fromEntries(await Promise.all(answers))
}

const allWell = { database: true, schema: true, clock: true, 'secret keys': true }

test('a database that is set up passes every check', async () => {
  expect(await results()).toEqual(allWell)
})

test('a database that rejects writes, as a standby does, is not ready', async () => {
  const url = new URL(fresh.url)
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  const standby = openDatabase({ url: url.href, name: 'ready standby' })
  expect(await results(standby)).toEqual({ ...allWell, database: false })
  await standby.close()
})

test('a database whose clock differs by five seconds is not ready', async () => {
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now + 6_000)
  expect(await results()).toEqual({ ...allWell, clock: false })
  clock.mockRestore()
})

test('an answer that took longer than the clock tolerance does not count as a wrong clock', async () => {
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now')
  clock.mockImplementationOnce(() => now - 20_000).mockImplementation(() => now)
  expect(await databaseChecks(database).clock()).toBe(true)
  clock.mockRestore()
})

test('the checks throw while the database does not answer', async () => {
  const unreached = openDatabase({ url: 'postgres://x@127.0.0.1:1/none', name: 'unreached', as: 'service' })
  const checks = databaseChecks(unreached)
  for (const check of [checks.database, checks.schema, checks.clock]) await expect(check()).rejects.toThrow()
  await unreached.close()
})

test('a database with an outstanding migration is not ready', async () => {
  await database.run(sql`UPDATE signet_schema.migrations SET finished_at = NULL WHERE name LIKE '0007%'`)
  expect(await results()).toEqual({ ...allWell, schema: false })
  await database.run(sql`UPDATE signet_schema.migrations SET finished_at = now() WHERE name LIKE '0007%'`)
  expect(await results()).toEqual(allWell)
})

test('the key ids of stored secrets that are not configured are named, and the service does not start', async () => {
  const other = createVault(secretKeys(`other:${Buffer.alloc(32, 9).toString('base64url')}`))
  const sealed = other.seal('x', { table: 'smtp_settings', row: 'smtp', column: 'password_sealed' })
  await database.run(sql`
    INSERT INTO smtp_settings (host, port, secure, username, password_sealed, from_name, from_email)
    VALUES ('mail.example', 465, true, 'signet', ${sealed}, 'Signet', 'a@b.example')`)
  expect(await missingSecretKeys(database, held)).toEqual(['other'])
  expect(await results()).toEqual({ ...allWell, 'secret keys': false })
  await expect(assertSecretKeys(database, held)).rejects.toThrow(
    'Stored secrets were sealed with the key other, which SIGNET_SECRET_KEYS does not contain',
  )
  await assertSecretKeys(database, [...held, 'other'])
})
