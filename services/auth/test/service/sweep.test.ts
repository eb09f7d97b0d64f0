import { openDatabase, sql } from '@signet/db'
import { createLogger } from '@signet/runtime'
import { freshDatabase } from '@signet/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startSweeper, sweptTables } from '../../src/consumers/sweep.ts'

/** Expired rows are not swept, with the reason. */
const kept: Readonly<Record<string, string>> = {
  leases: 'a lease that ran out is taken over',
  agent_clients: 'a permission that ran out is listed as such',
  provisioning_credentials: 'a credential that ran out is listed as such',
  service_accounts: 'an account that ran out is listed as such',
  mail_messages: 'the result of the last message of a purpose is listed',
}

async function ownDatabase() {
  const fresh = await freshDatabase()
  const database = openDatabase({ url: fresh.url, name: 'test' })
  onTestFinished(async () => {
    await database.close()
    await fresh.drop()
  })
  return database
}

test('every table whose rows expire is swept or has a reason to keep them', async () => {
  const database = await ownDatabase()
  const rows = await database.rows<{ table: string }>(sql`
    SELECT table_name AS table FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'expires_at'`)
  const expiring = rows.map(({ table }) => table)
  expect([...sweptTables.keys(), ...Object.keys(kept)].toSorted()).toEqual(expiring.toSorted())
})

test('the sweeper removes every expired row of a table in batches and keeps the others', async () => {
  const database = await ownDatabase()
  await database.run(sql`
    INSERT INTO throttles (bucket, key, expires_at)
    SELECT 'swept', n::text, now() - interval '1 second' FROM generate_series(1, 1001) n`)
  await database.run(sql`
    INSERT INTO throttles (bucket, key, expires_at) VALUES ('swept', 'valid', now() + interval '1 hour')`)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const sweeper = startSweeper(database, createLogger('auth', 'silent'))
  vi.advanceTimersByTime(60_000)
  const keys = async () =>
    (await database.rows<{ key: string }>(sql`SELECT key FROM throttles WHERE bucket = 'swept'`)).map(
      ({ key }) => key,
    )
  await expect.poll(keys).toEqual(['valid'])
  await sweeper.close()
})
