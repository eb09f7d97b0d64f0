import { settingKeys, settingsCatalogue } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorReport } from '../../../test/support/faults.ts'
import { smtp } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let root: World['people']['super']
beforeAll(async () => {
  world = await startWorld()
  root = world.people.super
})
afterAll(() => world?.close())

test('settings_update returns which keys are in force and which wait for a restart or are not in force', async () => {
  const changes = { 'plans.regularTeamsPerAdministrator': 7, 'errorStore.queueDepth': 888 }
  expect(await world.ok(root, 'settings_update', changes)).toEqual({
    appliedKeys: ['plans.regularTeamsPerAdministrator'],
    pendingRestartKeys: ['errorStore.queueDepth'],
    notInForceKeys: [],
  })
  // A key of another release is stored, and this release does not read it.
  const { body } = await world.call(root, 'settings_update', { 'another.release': true })
  expect(body).toEqual({ appliedKeys: [], pendingRestartKeys: [], notInForceKeys: ['another.release'] })
})

test('settings_get returns each setting of the catalogue with its type, default and value', async () => {
  await world.ok(root, 'settings_update', { 'plans.regularTeamsPerAdministrator': 9 })
  const { settings } = await world.ok(root, 'settings_get', {})
  expect(settings.map(({ key }) => key).toSorted()).toEqual([...settingKeys].toSorted())
  for (const { key, default: standard, description } of settings)
    expect({ standard, description }).toEqual({
      standard: settingsCatalogue[key].default,
      description: settingsCatalogue[key].description,
    })
  const one = settings.find(({ key }) => key === 'plans.regularTeamsPerAdministrator')
  expect(one).toMatchObject({ type: 'integer', default: 3, value: 9 })
})

test.each(Object.keys(smtp()))('smtp_settings_update without %s is refused', async (field) => {
  const { [field as 'host']: _left, ...fields } = smtp()
  const refused = await world.refused(root, 'smtp_settings_update', fields)
  expect([refused.status, refused.errors]).toMatchObject([400, [{ path: field }]])
  expect(await world.ok(root, 'smtp_settings_get', {})).toMatchObject({ configured: false })
})

test('error reporting that is stored without a credential is reported as not in force', async () => {
  expect(await world.ok(root, 'errorreport_settings_update', errorReport())).toMatchObject({
    enabled: true,
    inForce: true,
  })
  await world.database.run(sql`UPDATE errorreport_settings SET dsn_sealed = NULL`)
  expect(await world.ok(root, 'errorreport_settings_get', {})).toEqual({
    enabled: true,
    dsnSet: false,
    inForce: false,
  })
  const { dsn } = errorReport()
  expect(await world.ok(root, 'errorreport_settings_update', { enabled: false, dsn })).toEqual({
    enabled: false,
    dsnSet: true,
    inForce: false,
  })
})
