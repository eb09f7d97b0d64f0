import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProvider } from '../../../test/support/attempts.ts'
import { link } from '../../../test/support/directories.ts'
import { addPasskey } from '../../../test/support/passkeys.ts'
import { makeAdministrator } from '../../../test/support/people.ts'
import { newAdministrator, signedIn, unique } from '../../../test/support/things.ts'
import { password, startWorld, type World } from '../../../test/support/world.ts'

let world: World
let root: World['people']['super']
beforeAll(async () => {
  world = await startWorld()
  root = world.people.super
})
afterAll(() => world?.close())

test('admin_list marks the super administrators and no other administrator', async () => {
  const { administrators } = await world.ok(root, 'admin_list', {})
  expect(administrators.filter((one) => one.superAdministrator).map(({ id }) => id)).toEqual([root.accountId])
  expect(administrators.length).toBeGreaterThan(3)
})

test('an administrator has the last day of a sign-in, and none before the first one', async () => {
  const adminId = await newAdministrator(world)
  const lastActive = async () => {
    const { administrators } = await world.ok(root, 'admin_list', { count: 100 })
    const { lastActiveOn } = await world.ok(root, 'admin_get', { adminId })
    expect(administrators.find(({ id }) => id === adminId)?.lastActiveOn).toBe(lastActiveOn)
    return lastActiveOn
  }
  expect(await lastActive()).toBeNull()
  await world.database.run(sql`
    INSERT INTO account_activity (project_id, account_id, last_day)
    VALUES (${world.administratorsProject}, ${adminId}, '2026-03-04')`)
  expect(await lastActive()).toBe('2026-03-04')
})

test('the readiness names the administrators who could not sign in without a password, and counts the super administrators who could', async () => {
  const projectId = world.administratorsProject
  const providerId = await addProvider(world, projectId)
  const linked = await newAdministrator(world)
  const read = async () => {
    const {
      withoutProvider,
      withoutSecondFactor: _other,
      ...rest
    } = await world.ok(root, 'admin_sign_in_readiness_get', {})
    return { ...rest, out: withoutProvider.map(({ id }) => id) }
  }
  const before = await read()
  expect(before).toMatchObject({ passwordLogin: true, superAdministratorsThroughProvider: 0 })
  expect(before.out).toEqual(expect.arrayContaining([root.accountId, linked]))
  for (const accountId of [root.accountId, linked]) await link(world, { projectId, providerId, accountId })
  const after = await read()
  expect(after.superAdministratorsThroughProvider).toBe(1)
  expect(after.out.toSorted()).toEqual(
    before.out.filter((id) => ![root.accountId, linked].includes(id)).toSorted(),
  )
})

test('the readiness names the super administrators with a password who have neither a passkey nor an authenticator', async () => {
  const projectId = world.administratorsProject
  const [adminId, other] = [await newAdministrator(world), await newAdministrator(world)]
  await world.database.run(
    sql`UPDATE accounts SET password_hash = 'x', password_set_at = now() WHERE id = ANY(${[adminId, other]})`,
  )
  await world.ok(root, 'admin_super_grant', { adminId })
  const named = async () => {
    const { withoutSecondFactor } = await world.ok(root, 'admin_sign_in_readiness_get', {})
    return withoutSecondFactor.map(({ id }) => id)
  }
  expect(await named()).toContain(adminId)
  expect(await named()).not.toContain(other)
  await addPasskey(world, { projectId, accountId: adminId })
  expect(await named()).not.toContain(adminId)
  await world.database.run(sql`DELETE FROM passkeys WHERE account_id = ${adminId}`)
  await world.database.run(
    sql`UPDATE accounts SET totp_sealed = 'x', totp_enrolled_at = now() WHERE id = ${adminId}`,
  )
  expect(await named()).not.toContain(adminId)
  await world.ok(root, 'admin_super_withdraw', { adminId })
})

test.each(['email', 'password'])('admin_create without %s is refused', async (field) => {
  const { [field as 'email']: _left, ...fields } = { email: `${unique('a')}@example.com`, password }
  const refused = await world.refused(root, 'admin_create', fields)
  expect([refused.status, refused.errors]).toMatchObject([400, [{ path: field }]])
})

test('admin_update refuses a super administrator flag and leaves the status of the administrator', async () => {
  const adminId = await newAdministrator(world)
  for (const granted of [true, false]) {
    if (!granted) await world.ok(root, 'admin_super_grant', { adminId })
    const change = { adminId, superAdministrator: granted }
    expect(await world.refused(root, 'admin_update', change)).toMatchObject({ status: 400 })
    const email = `${unique('renamed')}@example.com`
    expect(await world.ok(root, 'admin_update', { adminId, email })).toMatchObject({
      superAdministrator: !granted,
    })
  }
  await world.ok(root, 'admin_super_withdraw', { adminId })
})

/** Creates two sign-ins at the issuer of the console, a grant of an application and one of an agent. */
async function signedInAdministrator() {
  const person = await makeAdministrator(world, `${unique('a')}@example.com`)
  const user = { projectId: world.administratorsProject, userId: person.accountId }
  await signedIn({ world }, user)
  await signedIn({ world }, user)
  const agent = await world.agent(person, ['admin:read'])
  await world.database.run(sql`
    INSERT INTO oidc_refresh_tokens (project_id, id, account_id, client_id, payload, expires_at)
    VALUES (${user.projectId}, ${unique('r')}, ${user.userId}, 'signet-agent', '{}'::jsonb, now() + interval '1 day')`)
  return { person, agent }
}

const held = async (accountId: string) =>
  (
    await world.database.rows<object>(sql`
      SELECT (SELECT count(*)::int FROM oidc_sessions WHERE account_id = ${accountId}) AS sessions,
        (SELECT count(*)::int FROM oidc_grants WHERE account_id = ${accountId}) AS grants,
        (SELECT count(*)::int FROM oidc_refresh_tokens WHERE account_id = ${accountId}) AS tokens`)
  )[0]

test('signing an administrator out revokes grants and tokens, those of agents included, and returns the number of ended sessions', async () => {
  const { person, agent } = await signedInAdministrator()
  expect(await held(person.accountId)).toEqual({ sessions: 2, grants: 1, tokens: 1 })
  const answer = await world.ok(root, 'admin_sign_out', { adminId: person.accountId })
  expect(answer).toEqual({ sessions: 2 })
  expect(await held(person.accountId)).toEqual({ sessions: 0, grants: 0, tokens: 0 })
  for (const who of [person, agent]) expect((await world.call(who, 'whoami', {})).status).toBe(401)
})

test('clearing the authenticator of an administrator signs them out everywhere and returns the number of ended sessions', async () => {
  const { person, agent } = await signedInAdministrator()
  const { accountId: adminId } = person
  await world.database.run(
    sql`UPDATE accounts SET totp_sealed = 'x', totp_enrolled_at = now() WHERE id = ${adminId}`,
  )
  expect(await world.ok(root, 'admin_totp_clear', { adminId })).toEqual({ sessions: 2 })
  for (const who of [person, agent]) expect((await world.call(who, 'whoami', {})).status).toBe(401)
  const { administrators } = await world.ok(root, 'admin_list', {})
  expect(administrators.find(({ id }) => id === adminId)?.authenticator).toBe(false)
})
