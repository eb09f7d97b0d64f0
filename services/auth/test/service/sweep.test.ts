import { openDatabase, sql } from '@signet/db'
import { freshDatabase } from '@signet/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { sweptTables } from '../../src/storage/sweep.ts'

/** Rows that outlive their expiry, and why. */
const kept: Readonly<Record<string, string>> = {
  leases: 'a lease that ran out is taken over',
  agent_clients: 'a permission that ran out is listed as such',
  provisioning_credentials: 'a credential that ran out is listed as such',
  mail_messages: 'what became of the last message of a purpose is listed',
}

test('every table whose rows expire is swept', async () => {
  const fresh = await freshDatabase()
  const database = openDatabase({ url: fresh.url, name: 'test' })
  onTestFinished(async () => {
    await database.close()
    await fresh.drop()
  })
  const rows = await database.rows<{ table: string }>(sql`
    SELECT table_name AS table FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'expires_at'`)
  const expiring = rows.map(({ table }) => table)
  expect([...sweptTables.keys(), ...Object.keys(kept)].toSorted()).toEqual(expiring.toSorted())
})
