import { settingsCatalogue } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorReport } from '../../../test/support/faults.ts'
import { smtp } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const update = (settings: Readonly<Record<string, unknown>>) =>
  world.call(world.people.super, 'settings_update', settings)
const stored = () => world.database.rows(sql`SELECT key, value FROM settings ORDER BY key`)
const storedValue = async (key: string) =>
  (await world.ok(world.people.super, 'settings_get', {})).settings.find((one) => one.key === key)?.value

test('projects.addressForms starts as path', async () => {
  expect(await storedValue('projects.addressForms')).toBe('path')
})

describe('a change of settings:', () => {
  test('an update accepts a key outside the list and changes no setting of the list', async () => {
    const settings = async () => (await world.ok(world.people.super, 'settings_get', {})).settings
    const before = await settings()
    expect((await update({ 'some.future.key': true })).status).toBe(200)
    expect(await settings()).toEqual(before)
  })

  test('an update stores all settings of the object', async () => {
    const settings = { 'rateLimit.public.max': 4321, 'deviceFlow.charset': 'digits' }
    expect((await update(settings)).status).toBe(200)
    for (const [key, value] of Object.entries(settings)) expect(await storedValue(key)).toBe(value)
  })

  test.each([
    ['with a wrong value', { 'rateLimit.public.max': 5000, 'deviceFlow.charset': 'letters' }, 400],
    [
      'with a combination that the server refuses at startup',
      { 'rateLimit.public.max': 5000, 'registration.enabled': false, 'registrationManagement.enabled': true },
      422,
    ],
  ])('an update %s stores none of its settings', async (_case, settings, status) => {
    const before = await stored()
    const reply = await update(settings)
    expect([400, 409, status], reply.text).toContain(reply.status)
    expect(await stored()).toEqual(before)
  })
})

/** Values that are accepted and values that are rejected. */
const shapes: readonly (readonly [string, readonly unknown[], readonly unknown[]])[] = [
  ['deviceFlow.charset', ['base-20', 'digits'], ['hex', 1]],
  ['deviceFlow.mask', ['****-****', '*** *** ***'], [7, null]],
  ['ciba.deliveryModes', [['poll'], ['poll', 'ping']], ['poll', ['push']]],
  ['projects.addressForms', ['path', 'subdomain', 'both'], ['host', ['path']]],
  ['errorStore.originCaptureLevel', ['omitted', 'anonymized', 'full'], ['none', true]],
  [
    'clientAuthMethods',
    [
      ['none', 'client_secret_basic'],
      ['client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'private_key_jwt', 'none'],
    ],
    [['password'], 'none'],
  ],
  ['projects.reservedHostnames', [[], ['intranet']], ['intranet', [1]]],
  ['scopes', [['openid', 'offline_access', 'email']], ['openid', [1]]],
  ['claims', [{ openid: ['sub'], email: ['email', 'email_verified'] }], [['sub'], { email: 'email' }]],
  ['consent.scopeDescriptions', [{}], ['text', ['text']]],
  ['acrValues', [{}, { 'urn:example:one': ['pwd'] }], ['urn', ['urn']]],
  ['richAuthorizationRequests.types', [{}, { payment: { type: 'object' } }], ['payment', ['payment']]],
]

test.each(shapes)(
  'the setting %s accepts values of its shape and no others',
  async (key, accepted, rejected) => {
    for (const value of accepted) {
      const reply = await update({ [key]: value })
      expect(reply.status, `${JSON.stringify(value)}: ${reply.text}`).toBe(200)
      expect(await storedValue(key)).toEqual(value)
    }
    const before = await stored()
    for (const value of rejected) {
      const { status, text } = await update({ [key]: value })
      expect([400, 422], `${JSON.stringify(value)}: ${text}`).toContain(status)
      expect(text).toContain(key)
    }
    expect(await stored()).toEqual(before)
  },
)

test('a boolean setting accepts no other type', async () => {
  const booleans = Object.entries(settingsCatalogue).filter(([, { schema }]) => schema.def.type === 'boolean')
  expect(booleans.length).toBeGreaterThan(40)
  for (const [key] of booleans)
    for (const value of ['true', 1, null]) expect((await update({ [key]: value })).status, key).toBe(400)
})

test('the mail settings are refused without one of their seven fields', async () => {
  const complete = smtp()
  expect(Object.keys(complete)).toHaveLength(7)
  for (const field of Object.keys(complete)) {
    const { [field as keyof typeof complete]: _left, ...rest } = complete
    const reply = await world.call(world.people.super, 'smtp_settings_update', rest)
    expect(reply, field).toMatchObject({ status: 400, body: { errors: [{ path: field }] } })
  }
  expect(await world.ok(world.people.super, 'smtp_settings_get', {})).toMatchObject({ configured: false })
})

test('error reporting is refused while the error store is off', async () => {
  await update({ 'errorStore.enabled': false })
  const reply = await world.call(world.people.super, 'errorreport_settings_update', errorReport())
  expect(reply).toMatchObject({ body: { code: 'error_store_off' } })
  await update({ 'errorStore.enabled': true })
  await world.ok(world.people.super, 'errorreport_settings_update', errorReport())
})
