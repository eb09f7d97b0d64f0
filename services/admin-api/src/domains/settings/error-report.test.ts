import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorReport } from '../../../test/support/faults.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const update = (input: { enabled: boolean; dsn: string }) =>
  world.ok(world.people.super, 'errorreport_settings_update', input)

const stored = async () =>
  (
    await world.database.rows<{ sealed: string | null }>(
      sql`SELECT dsn_sealed AS sealed FROM errorreport_settings`,
    )
  )[0]?.sealed

test('the credential is stored sealed, kept with the mask, removed with an empty value, and never returned', async () => {
  const { dsn } = errorReport()
  expect(await update({ enabled: true, dsn })).toEqual({ enabled: true, dsnSet: true, inForce: true })
  const sealed = await stored()
  expect(sealed).not.toContain(dsn)
  expect(await update({ enabled: true, dsn: '********' })).toMatchObject({ enabled: true, dsnSet: true })
  expect(await stored()).toBe(sealed)
  expect(await update({ enabled: false, dsn: '' })).toEqual({ enabled: false, dsnSet: false, inForce: false })
  expect(await stored()).toBeNull()
  const entries = await world.database.rows(
    sql`SELECT detail FROM audit_entries WHERE action = 'errorreport.settings.update'`,
  )
  // The mask with unchanged values is no change.
  expect(entries).toHaveLength(2)
  expect(JSON.stringify(entries)).not.toContain(new URL(dsn).username)
})

test('forwarding cannot be switched on without a credential', async () => {
  await update({ enabled: false, dsn: '' })
  for (const dsn of ['', '********'])
    expect(
      await world.refused(world.people.super, 'errorreport_settings_update', { enabled: true, dsn }),
    ).toMatchObject({ code: 'invalid_value' })
})

test('the error store stays on while its faults are forwarded', async () => {
  await update(errorReport())
  expect(
    await world.refused(world.people.super, 'settings_update', { 'errorStore.enabled': false }),
  ).toMatchObject({ code: 'settings_combination' })
})
