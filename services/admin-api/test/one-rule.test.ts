import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manage } from './support/attempts.ts'
import { newAdministrator } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

/** An administrator is a user of the administrators' project, so both routes to the account have the same rules. */

let world: World
let projectId: string
beforeAll(async () => {
  world = await startWorld()
  projectId = world.administratorsProject
})
afterAll(() => world?.close())

const states = {
  'is locked': async (id: string) => {
    await world.database.run(sql`UPDATE accounts SET locked_at = now() WHERE id = ${id}`)
  },
  'is managed by a directory': async (id: string) => {
    await manage(world, { projectId, userId: id })
  },
  'is deactivated': async (id: string) => {
    await world.database.run(sql`UPDATE accounts SET active = false WHERE id = ${id}`)
  },
  'is active': async () => undefined,
}

const email = 'changed@example.com'
const pairs = {
  'an activation': [
    ['admin_update', (adminId: string) => ({ adminId, active: true })],
    ['project_user_update', (userId: string) => ({ projectId, userId, active: true })],
  ],
  'a deactivation': [
    ['admin_update', (adminId: string) => ({ adminId, active: false })],
    ['project_user_update', (userId: string) => ({ projectId, userId, active: false })],
  ],
  'a new address': [
    ['admin_update', (adminId: string) => ({ adminId, email })],
    ['project_user_email_change', (userId: string) => ({ projectId, userId, email })],
  ],
  'clearing an authenticator': [
    ['admin_totp_clear', (adminId: string) => ({ adminId })],
    ['project_user_totp_clear', (userId: string) => ({ projectId, userId })],
  ],
  'signing out': [
    ['admin_sign_out', (adminId: string) => ({ adminId })],
    ['project_user_sign_out', (userId: string) => ({ projectId, userId })],
  ],
} as const

const stateOf = async (id: string) => {
  const [row] = await world.database.rows(sql`
    SELECT active, locked_at IS NOT NULL AS locked, email = ${email} AS changed, email_verified AS verified, revocations
    FROM accounts WHERE id = ${id}`)
  await world.database.run(
    sql`UPDATE accounts SET email = id || '@example.com', email_key = id || '@example.com' WHERE id = ${id}`,
  )
  return row
}

test.for(
  Object.entries(pairs).flatMap(([change, routes]) =>
    Object.entries(states).map(([state, prepare]) => ({ change, state, routes, prepare })),
  ),
)('$change of an administrator who $state has one result by both routes', async ({ routes, prepare }) => {
  const results: unknown[] = []
  for (const [name, input] of routes) {
    const id = await newAdministrator(world)
    await world.database.run(
      sql`UPDATE accounts SET totp_sealed = 'x', totp_enrolled_at = now() WHERE id = ${id}`,
    )
    await prepare(id)
    const { status, body } = await world.call(world.people.super, name, input(id))
    results.push({ status, code: (body as { code?: string }).code, account: await stateOf(id) })
  }
  expect(results[0]).toEqual(results[1])
})

test('a locked administrator is listed as not active', async () => {
  const id = await newAdministrator(world)
  await states['is locked'](id)
  const { administrators } = await world.ok(world.people.super, 'admin_list', {})
  expect(administrators.find((administrator) => administrator.id === id)?.active).toBe(false)
})

test('a locked user is not activated by a bulk call', async () => {
  const userId = await newAdministrator(world)
  await states['is deactivated'](userId)
  await states['is locked'](userId)
  const { results } = await world.ok(world.people.super, 'project_user_bulk_activate', {
    projectId,
    userIds: [userId],
  })
  expect(results).toEqual([{ userId, result: 'failed', reason: 'user_locked' }])
  expect(await stateOf(userId)).toMatchObject({ active: false })
})

test("a provider of the administrators' project is stored and counted as one that creates no accounts", async () => {
  const fields = { projectId, clientId: 'x', issuer: 'https://idp.example.com', displayName: 'Staff' }
  const preview = await world.call(world.people.super, 'federation_provider_create', fields)
  expect(preview.status).toBe(200)
  const { id, provisioning } = await world.ok(world.people.super, 'federation_provider_create', {
    ...fields,
    confirm: true,
  })
  expect(provisioning).toBe('existing_only')
  for (const [name, input] of [
    ['federation_provider_create', { ...fields, provisioning: 'jit', confirm: true }],
    ['federation_provider_update', { projectId, providerId: id, provisioning: 'jit', confirm: true }],
  ] as const)
    expect(await world.refused(world.people.super, name, input)).toMatchObject({
      code: 'invalid_value',
      errors: [{ path: 'provisioning' }],
    })
  const { providers } = await world.ok(world.people.super, 'project_summary_get', { projectId })
  expect(providers.creating).toBe(0)
})
