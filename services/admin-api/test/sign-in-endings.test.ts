import { type OperationName, operationEndings, settingEndings } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { link } from './support/directories.ts'
import { projectWithUsers } from './support/sign-in-users.ts'
import { makeUser } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

type Input = Readonly<Record<string, unknown>>
type At = Awaited<ReturnType<typeof projectWithUsers>>

const call = (name: OperationName, input: Input) => world.call(world.people.super, name, input)

const methodsOf = async ({ projectId, providerId }: At) =>
  (
    await world.database.rows(sql`
      SELECT j.password_login, p.enabled, p.issuer, (SELECT value FROM settings WHERE key = 'federation.enabled') AS federation
      FROM projects j LEFT JOIN identity_providers p ON p.project_id = j.id AND p.id = ${providerId} WHERE j.id = ${projectId}`)
  )[0]

const endings: readonly (readonly [string, OperationName, (at: At) => Input])[] = [
  ['federation.enabled', 'settings_update', () => ({ 'federation.enabled': false })],
  ['federation_provider_update', 'federation_provider_update', (at) => ({ ...at, enabled: false })],
  [
    'federation_provider_update',
    'federation_provider_update',
    (at) => ({ ...at, issuer: 'https://moved.example' }),
  ],
  ['federation_provider_delete', 'federation_provider_delete', (at) => at],
]

describe('the last sign-in method of users:', () => {
  test('every operation and setting that can end a sign-in method has a case in this file', () => {
    const kinds = Object.entries({ ...operationEndings, ...settingEndings })
    const ending = kinds.flatMap(([name, kind]) => (kind === 'method' ? [name] : []))
    // update.test.ts of the projects tests project_update; settings_update is tested for each of its settings; a project file makes its
    // changes by these operations (contained-changes.test.ts).
    const others = ['project_file_apply', 'project_update', 'settings_update']
    const proven = [...endings.map(([name]) => name), ...others]
    expect(ending.toSorted()).toEqual([...new Set(proven)].toSorted())
  })

  test.each(endings)(
    'the change %s returns a preview with counts and changes nothing %#',
    async (_name, operation, input) => {
      const at = await projectWithUsers(world, { linked: 2, withPassword: 1 })
      const before = await methodsOf(at)
      const { status, body } = await call(operation, input(at))
      expect(status).toBe(200)
      const { expect: counted, consequences } = Object(body)
      expect(counted).toMatchObject(
        operation === 'settings_update' ? { users: 2, projects: 1 } : { withoutSignIn: 2 },
      )
      expect(consequences.length).toBeGreaterThan(0)
      expect(await methodsOf(at)).toEqual(before)
      await removeUsers(at)
    },
  )

  test.each(endings)(
    'the change %s is rejected with a fresh preview after the counts changed %#',
    async (_name, operation, input) => {
      const at = await projectWithUsers(world, { linked: 1 })
      const preview = Object((await call(operation, input(at))).body)
      const added = await projectUser(at)
      const stale = await call(operation, { ...input(at), confirm: true, expect: preview.expect })
      expect(stale).toMatchObject({ status: 409, body: { code: 'stale_preview' } })
      const { expect: fresh } = Object(stale.body)
      expect(fresh).not.toEqual(preview.expect)
      const confirmed = await call(operation, { ...input(at), confirm: true, expect: fresh })
      expect([200, 204]).toContain(confirmed.status)
      expect(added).toBeDefined()
      await removeUsers(at)
      await call('settings_update', { 'federation.enabled': true })
    },
  )

  test.each(endings)(
    'the change %s applies directly when every user keeps a sign-in method %#',
    async (_name, operation, input) => {
      const at = await projectWithUsers(world, { linked: 0, withPassword: 1 })
      const { status, body } = await call(operation, input(at))
      expect([200, 204]).toContain(status)
      expect(body ?? {}).not.toHaveProperty('consequences')
      await call('settings_update', { 'federation.enabled': true })
    },
  )

  test.each([
    ['federation_provider_update', { enabled: false }],
    ['federation_provider_delete', {}],
  ] as const)(
    'the change %s is rejected when a project with users would have no sign-in method',
    async (operation, change) => {
      const at = await projectWithUsers(world, { linked: 1, passwordLogin: false })
      expect(await call(operation, { ...at, ...change })).toMatchObject({
        status: 409,
        body: { code: 'password_login_required' },
      })
      await removeUsers(at)
    },
  )
})

test('switching federation off counts the projects that have no sign-in method left', async () => {
  const at = await projectWithUsers(world, { linked: 1, passwordLogin: false })
  const invited = await makeUser({ world, projectId: at.projectId, teamId: world.team })
  const { body } = await call('settings_update', { 'federation.enabled': false })
  expect(body).toMatchObject({
    expect: { projects: 1, users: 2 },
    changes: [{ field: 'federation.enabled', from: true, to: false }],
  })
  expect(Object(body).consequences).toContain('1 project has no sign-in method left.')
  expect(invited).toBeDefined()
  await removeUsers(at)
})

test('one of two concurrent changes is rejected when one disables the provider and the other switches passwords off', async () => {
  const at = await projectWithUsers(world, { linked: 1 })
  const disable = { ...at, enabled: false, confirm: true, expect: { withoutSignIn: 1 } }
  const passwordsOff = {
    projectId: at.projectId,
    passwordLogin: false,
    confirm: true,
    expect: { withoutEnabledLink: 0 },
  }
  await Promise.all([call('federation_provider_update', disable), call('project_update', passwordsOff)])
  expect(await methodsOf(at)).not.toMatchObject({ password_login: false, enabled: false })
  await removeUsers(at)
})

test('one of two concurrent changes is rejected when one switches federation off and the other passwords', async () => {
  const at = await projectWithUsers(world, { linked: 0, withPassword: 1 })
  const passwordsOff = {
    projectId: at.projectId,
    passwordLogin: false,
    confirm: true,
    expect: { withoutEnabledLink: 1 },
  }
  await Promise.all([
    call('settings_update', { 'federation.enabled': false }),
    call('project_update', passwordsOff),
  ])
  expect(await methodsOf(at)).not.toMatchObject({ password_login: false, federation: false })
  await call('settings_update', { 'federation.enabled': true })
  await removeUsers(at)
})

test('a confirmation is not stored as a setting', async () => {
  await call('settings_update', {
    'federation.enabled': true,
    'scim.strict': true,
    confirm: true,
    expect: { projects: 0, users: 0, administrators: 0 },
  })
  expect(await world.database.rows(sql`SELECT key FROM settings WHERE key IN ('confirm', 'expect')`)).toEqual(
    [],
  )
})

/** Deactivates the users, so that the next test does not count them. */
const removeUsers = ({ projectId }: At) =>
  world.database.run(sql`UPDATE accounts SET active = false WHERE project_id = ${projectId}`)

const projectUser = async ({ projectId, providerId }: At) => {
  const accountId = await makeUser({ world, projectId, teamId: world.team })
  await link(world, { projectId, providerId, accountId })
  return accountId
}
