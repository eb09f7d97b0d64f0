import { type OperationName, operationEndings, settingEndings, signInEndings } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addProvider } from './support/attempts.ts'
import { link } from './support/directories.ts'
import { newAdministrator } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
/** The only super administrator who can sign in, through a provider. */
let holder: string
let providerId: string

beforeAll(async () => {
  world = await startWorld()
  holder = await newAdministrator(world)
  providerId = await addProvider(world, world.administratorsProject)
  await world.ok(world.people.super, 'admin_super_grant', { adminId: holder })
  await link(world, { projectId: world.administratorsProject, providerId, accountId: holder })
})
afterAll(() => world?.close())

const permitPasswords = (on: boolean) =>
  world.database.run(
    sql`UPDATE projects SET password_login = ${on} WHERE id = ${world.administratorsProject}`,
  )
beforeEach(() => permitPasswords(false))

async function confirmed(name: OperationName, input: Readonly<Record<string, unknown>>) {
  const first = await world.call(world.people.super, name, input)
  const { code, expect: counted } = Object(first.body) as { code?: string; expect?: unknown }
  if (code !== 'preview_required') return first
  return world.call(world.people.super, name, {
    ...input,
    confirm: true,
    ...(counted ? { expect: counted } : {}),
  })
}

const atAdministrators = () => ({ projectId: world.administratorsProject })

const changes: readonly (readonly [OperationName, () => Readonly<Record<string, unknown>>])[] = [
  ['settings_update', () => ({ 'federation.enabled': false })],
  ['federation_provider_update', () => ({ ...atAdministrators(), providerId, enabled: false })],
  [
    'federation_provider_update',
    () => ({ ...atAdministrators(), providerId, issuer: 'https://new.example' }),
  ],
  ['federation_provider_delete', () => ({ ...atAdministrators(), providerId })],
  ['federation_identity_delete', () => ({ ...atAdministrators(), userId: holder, providerId })],
  ['project_user_update', () => ({ ...atAdministrators(), userId: holder, active: false })],
  ['project_user_lock', () => ({ ...atAdministrators(), userId: holder, reason: 'Left' })],
  ['project_user_delete', () => ({ ...atAdministrators(), userId: holder })],
  ['project_user_erase', () => ({ ...atAdministrators(), userId: holder })],
  ['project_user_bulk_deactivate', () => ({ ...atAdministrators(), userIds: [holder] })],
  ['project_user_bulk_delete', () => ({ ...atAdministrators(), userIds: [holder] })],
  ['admin_update', () => ({ adminId: holder, active: false })],
  ['admin_deactivate', () => ({ adminId: holder })],
  ['admin_super_withdraw', () => ({ adminId: holder })],
]

const stored = () =>
  world.database.rows(sql`
    SELECT a.active, a.locked_at, p.enabled, p.issuer, d.subject,
      (SELECT count(*) FROM team_members m WHERE m.account_id = a.id) AS teams,
      (SELECT value FROM settings WHERE key = 'federation.enabled') AS federation
    FROM accounts a LEFT JOIN identities d ON d.project_id = a.project_id AND d.account_id = a.id
    LEFT JOIN identity_providers p ON p.project_id = d.project_id AND p.id = d.provider_id
    WHERE a.id = ${holder}`)

test('every operation that the console refuses has a case in this file', () => {
  const kinds = Object.entries({ ...operationEndings, ...settingEndings })
  const refused = kinds.flatMap(([name, kind]) =>
    signInEndings[kind].console.startsWith('refused when') ? [name] : [],
  )
  // The cases of refusals test project_user_passkey_delete, and a project file makes its changes by these operations
  // (contained-changes.test.ts).
  const elsewhere = [
    'federation.enabled',
    'project_file_apply',
    'project_update',
    'project_user_passkey_delete',
    ...ofDirectories,
  ]
  const proven = new Set<string>([...changes.map(([name]) => name), ...elsewhere])
  expect(refused.filter((name) => !proven.has(name))).toEqual([])
})

describe('the last sign-in method of the super administrators:', () => {
  test.each(changes)(
    'the call %s %# that removes the last sign-in method is rejected and changes nothing',
    async (name, input) => {
      const before = await stored()
      const { status, body } = await confirmed(name, input())
      expect(status).toBe(409)
      expect(['administrators_locked_out', 'password_login_required']).toContain(Object(body).code)
      expect(await stored()).toEqual(before)
    },
  )
})

const ofDirectories = ['provisioning_users_adopt', 'provisioning_users_purge'] as const

test.each(ofDirectories)(
  'the change %s of a directory of the administrators is rejected when it ends the last sign-in method',
  async (name) => {
    const { id: connectionId } = await world.ok(world.people.super, 'provisioning_connection_create', {
      ...atAdministrators(),
      providerId: await addProvider(world, world.administratorsProject),
      displayName: name,
    })
    const isPurge = name === 'provisioning_users_purge'
    // An adoption removes the links of an account whose address was never proven.
    await world.database.run(sql`
      UPDATE accounts SET email_verified = ${isPurge}, connection_id = ${isPurge ? connectionId : null} WHERE id = ${holder}`)
    const before = await stored()
    const { status, body } = await confirmed(name, {
      ...atAdministrators(),
      connectionId,
      ...(isPurge ? {} : { domains: ['example.com'] }),
    })
    expect([status, Object(body).code]).toEqual([409, 'administrators_locked_out'])
    expect(await stored()).toEqual(before)
    await world.database.run(
      sql`UPDATE accounts SET email_verified = true, connection_id = NULL WHERE id = ${holder}`,
    )
  },
)

test('passwords of the administrators stay on while no super administrator can sign in through their provider', async () => {
  await permitPasswords(true)
  await world.database.run(
    sql`UPDATE identity_providers SET enabled = false WHERE project_id = ${world.administratorsProject}`,
  )
  const { status, body } = await confirmed('project_update', { ...atAdministrators(), passwordLogin: false })
  expect([status, Object(body).code]).toEqual([409, 'administrators_locked_out'])
  await world.database.run(
    sql`UPDATE identity_providers SET enabled = true WHERE project_id = ${world.administratorsProject}`,
  )
})

test('each of two concurrent changes counts the sign-in method that the other one removes', async () => {
  const second = await newAdministrator(world)
  await world.ok(world.people.super, 'admin_super_grant', { adminId: second })
  await link(world, { ...atAdministrators(), providerId, accountId: second })
  const replies = await Promise.all(
    [holder, second].map((adminId) => confirmed('admin_super_withdraw', { adminId })),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  for (const adminId of [holder, second])
    await world.call(world.people.super, 'admin_super_grant', { adminId })
})

test('federation can be switched off while a super administrator can sign in with a password', async () => {
  await permitPasswords(true)
  await world.database.run(sql`UPDATE accounts SET password_hash = 'x' WHERE id = ${holder}`)
  expect((await confirmed('settings_update', { 'federation.enabled': false })).status).toBe(200)
  expect((await confirmed('settings_update', { 'federation.enabled': true })).status).toBe(200)
})
