import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const settingsByKey = async () =>
  Object.fromEntries(
    (await world.ok(world.people.super, 'settings_get', {})).settings.map((setting) => [
      setting.key,
      setting,
    ]),
  )

test('a setting names the switch that it needs, and nothing after the switch is on', async () => {
  await world.ok(world.people.super, 'settings_update', { 'deviceFlow.enabled': false })
  expect((await settingsByKey())['deviceFlow.mask']?.notInForce).toEqual({
    because: 'switched_off',
    needs: 'deviceFlow.enabled',
  })
  await world.ok(world.people.super, 'settings_update', { 'deviceFlow.enabled': true })
  const { 'deviceFlow.mask': mask, 'deviceFlow.enabled': itself } = await settingsByKey()
  expect([mask?.notInForce, itself?.notInForce]).toEqual([undefined, undefined])
})

test('a setting that applies at the start states that it waits for a restart after it was changed', async () => {
  expect((await settingsByKey())['errorStore.queueDepth']?.notInForce).toBeUndefined()
  await world.ok(world.people.super, 'settings_update', { 'errorStore.queueDepth': 777 })
  expect((await settingsByKey())['errorStore.queueDepth']?.notInForce).toEqual({ because: 'restart' })
})
