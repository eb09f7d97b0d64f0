import { createVault, newSecretKey, secretKeys } from '@signet/secrets'
import { freshDatabase } from '@signet/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase, raw, sql } from '../src/index.ts'
import { secretKeysInUse } from '../src/ready.ts'
import { countSealed, reseal } from '../src/reseal/reseal.ts'
import { sealedColumns, sealedPlace } from '../src/sealed.ts'

const accounts = 300

async function world() {
  const fresh = await freshDatabase()
  const database = openDatabase({ url: fresh.url, name: 'test' })
  onTestFinished(async () => {
    await database.close()
    await fresh.drop()
  })
  const [project] = await database.rows<{ id: string }>(sql`SELECT default_project_id AS id FROM instance`)
  const projectId = project?.id ?? ''
  const old = secretKeys(fresh.secretKeys)
  const keys = [...secretKeys(newSecretKey('next')), ...old]
  const place = (id: string) => sealedPlace('totpSeed', projectId, id)
  const ids = Array.from({ length: accounts }, (_, index) => `usr_${index}`)
  const seeds = ids.map((id) => createVault(old).seal(`seed of ${id}`, place(id)))
  await database.run(sql`INSERT INTO accounts (project_id, id, totp_sealed)
    SELECT ${projectId}, * FROM unnest(${ids}::text[], ${seeds}::text[])`)
  const printed: string[] = []
  const run = () => reseal({ database, keys, print: (line) => void printed.push(line) })
  const open = async (database: Database) => {
    const vault = createVault(keys.slice(0, 1))
    const rows = await database.rows<{ id: string; sealed: string }>(
      sql`SELECT id, totp_sealed AS sealed FROM accounts WHERE totp_sealed IS NOT NULL`,
    )
    return rows.filter(({ id, sealed }) => vault.open(sealed, place(id)) === `seed of ${id}`).length
  }
  return { database, projectId, run, open, printed, oldId: old[0]?.id ?? '' }
}

test('every column with envelopes is covered by keys:reseal', async () => {
  const { database } = await world()
  const columns = await database.rows<{ name: string }>(sql`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name LIKE '%sealed' ORDER BY 1`)
  const known = Object.values(sealedColumns).map(({ table, column }) => `${table}.${column}`)
  expect(columns.map(({ name }) => name)).toEqual(known.toSorted())
})

test('nothing needs the old key after keys:reseal, every secret can be decrypted, and versions stay unchanged', async () => {
  const { database, run, open, printed, oldId } = await world()
  expect(await secretKeysInUse(database)).toEqual([oldId])
  expect(await run()).toEqual([])
  expect(await secretKeysInUse(database)).toEqual(['next'])
  expect((await countSealed(database)).map(({ keyId }) => keyId)).not.toContain(oldId)
  expect(await open(database)).toBe(accounts)
  expect(printed).toContain(`accounts.totp_sealed: ${accounts} resealed with next`)
  expect(await database.rows(sql`SELECT id FROM accounts WHERE version > 1`)).toEqual([])
})

test('an interrupted keys:reseal continues, and reports locked rows, which the next run covers', async () => {
  const { database, run, open, projectId, oldId } = await world()
  await database.run(
    sql`CREATE FUNCTION stop_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'stopped'; END $$`,
  )
  await database.run(
    sql`CREATE TRIGGER stop_it BEFORE UPDATE ON accounts FOR EACH ROW WHEN (NEW.id = 'usr_299') EXECUTE FUNCTION stop_it()`,
  )
  await expect(run()).rejects.toThrow('stopped')
  await database.run(sql`DROP TRIGGER stop_it ON accounts`)
  const left = await database.transaction(async (tx) => {
    await tx.rows(
      sql`SELECT 1 AS one FROM accounts WHERE project_id = ${projectId} AND id = 'usr_7' FOR UPDATE`,
    )
    return run()
  })
  expect(left).toEqual([{ column: 'accounts.totp_sealed', keyId: oldId, count: 1 }])
  expect(await run()).toEqual([])
  expect(await open(database)).toBe(accounts)
})

test('an envelope that was moved to another row is rejected, and remains unchanged', async () => {
  const { database, run } = await world()
  const moved = sql`UPDATE accounts SET totp_sealed = (SELECT totp_sealed FROM accounts WHERE id = 'usr_1') WHERE id = 'usr_2'`
  await database.run(moved)
  await expect(run()).rejects.toThrow('accounts.totp_sealed was altered, or sealed for another row')
  const same = raw(
    `SELECT count(DISTINCT totp_sealed)::int AS n FROM accounts WHERE id IN ('usr_1', 'usr_2')`,
  )
  expect(await database.rows(same)).toEqual([{ n: 1 }])
})
