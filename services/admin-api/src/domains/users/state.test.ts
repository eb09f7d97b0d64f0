import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { managedUser } from '../../../test/support/attempts.ts'
import { makeAdministrator } from '../../../test/support/people.ts'
import { application, makeClient, makeUser, signedIn, unique } from '../../../test/support/things.ts'
import { makeTeam, startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const place = () => ({ world, projectId: world.project, teamId: world.team })
const newUser = async () => ({ projectId: world.project, userId: await makeUser(place()) })

/** Registered for back-channel logout. */
const listening = async (): Promise<string> =>
  (
    await world.ok(world.people.owner, 'client_create', {
      projectId: world.project,
      ...application,
      backchannelLogoutUri: 'https://app.example.com/logout',
    })
  ).clientId

/** Each session has a notice of its own in addition. */
const noticesTo = (clientId: string) =>
  world.database.rows<{ sub: string }>(
    sql`SELECT payload->>'sub' AS sub FROM outbox WHERE payload->>'clientId' = ${clientId} AND payload->>'sid' IS NULL`,
  )

const sessionsOf = async (userId: string): Promise<number> =>
  (await world.database.rows(sql`SELECT 1 FROM oidc_sessions WHERE account_id = ${userId}`)).length

describe('locks:', () => {
  test('a lock ends every session and notifies each registered relying party once', async () => {
    const user = await newUser()
    const [notified, silent] = [await listening(), await makeClient(place())]
    await signedIn(place(), user, notified)
    await signedIn(place(), user, silent)
    const locked = await world.ok(world.people.member, 'project_user_lock', {
      ...user,
      reason: 'Lost laptop',
    })
    expect(locked).toMatchObject({
      status: 'locked',
      lockedLocally: { byEmail: 'member@example.com', reason: 'Lost laptop' },
    })
    expect(await sessionsOf(user.userId)).toBe(0)
    expect(await noticesTo(notified)).toHaveLength(1)
    expect(await noticesTo(silent)).toEqual([])
  })

  test('a user that a directory manages can be locked, and an activation cannot undo it', async () => {
    const { connectionId: _connection, ...user } = await managedUser(world)
    await world.ok(world.people.owner, 'project_user_lock', { ...user, reason: 'x' })
    expect(
      await world.refused(world.people.owner, 'project_user_update', { ...user, active: true }),
    ).toMatchObject({ code: 'user_locked' })
  })

  test('an unlocked account stays deactivated', async () => {
    const user = await newUser()
    await world.ok(world.people.owner, 'project_user_update', { ...user, active: false })
    await world.ok(world.people.owner, 'project_user_lock', { ...user, reason: 'x' })
    const unlocked = await world.ok(world.people.owner, 'project_user_unlock', user)
    expect(unlocked.status).toBe('deactivated')
    expect(unlocked).not.toHaveProperty('lockedLocally')
  })

  test('a lock names no administrator after the account of the administrator was deleted', async () => {
    const user = await newUser()
    await world.ok(world.people.owner, 'project_user_lock', { ...user, reason: 'x' })
    await world.database.run(sql`UPDATE accounts SET locked_by = 'usr_gone' WHERE id = ${user.userId}`)
    const read = await world.ok(world.people.owner, 'project_user_get', user)
    expect(read.lockedLocally?.byEmail).toBeNull()
  })
})

describe('signing out of one application:', () => {
  test('a sign-out of one application ends its grants and notifies it, and other applications stay signed in', async () => {
    const user = await newUser()
    const [left, kept] = [await listening(), await listening()]
    await signedIn(place(), user, left)
    await signedIn(place(), user, kept)
    await world.database.run(sql`
      INSERT INTO oidc_grants (project_id, id, account_id, client_id, payload)
      VALUES (${world.project}, ${unique('g')}, ${user.userId}, ${left}, '{}'::jsonb)`)
    await world.ok(world.people.owner, 'project_user_application_sign_out', { ...user, clientId: left })
    const { applications } = await world.ok(world.people.owner, 'project_user_session_list', user)
    expect(applications.map(({ clientId }) => clientId)).toContain(kept)
    expect(applications.map(({ clientId }) => clientId)).not.toContain(left)
    expect(await noticesTo(left)).toHaveLength(1)
    expect(await noticesTo(kept)).toEqual([])
    expect(await world.database.rows(sql`SELECT 1 FROM oidc_grants WHERE client_id = ${left}`)).toEqual([])
    expect(
      await world.refused(world.people.owner, 'project_user_application_sign_out', {
        ...user,
        clientId: left,
      }),
    ).toMatchObject({ status: 404, code: 'not_signed_in' })
  })

  test('an application with offline access only is listed as such', async () => {
    const user = await newUser()
    const clientId = await makeClient(place())
    await world.database.run(sql`
      INSERT INTO oidc_refresh_tokens (project_id, id, account_id, client_id, payload, expires_at)
      VALUES (${world.project}, ${unique('r')}, ${user.userId}, ${clientId}, '{"iat": 1700000000}'::jsonb, now() + interval '1 day')`)
    const { applications } = await world.ok(world.people.owner, 'project_user_session_list', user)
    expect(applications).toEqual([
      {
        clientId,
        clientName: 'Example',
        signedInAt: null,
        lastTokenAt: '2023-11-14T22:13:20.000Z',
        offline: true,
      },
    ])
  })
})

test('the removal of an authenticator ends sessions and leaves grants unchanged', async () => {
  const user = await signedIn(place(), await newUser())
  const grant = unique('g')
  await world.database.run(sql`
    INSERT INTO oidc_grants (project_id, id, account_id, client_id, payload)
    VALUES (${world.project}, ${grant}, ${user.userId}, 'x', '{}'::jsonb)`)
  await world.database.run(
    sql`UPDATE accounts SET totp_sealed = 'x', totp_enrolled_at = now() WHERE id = ${user.userId}`,
  )
  expect(await world.ok(world.people.owner, 'project_user_totp_clear', user)).toEqual({ sessions: 1 })
  expect(await world.ok(world.people.owner, 'project_user_get', user)).toMatchObject({ authenticator: false })
  expect(await world.database.rows(sql`SELECT 1 FROM oidc_grants WHERE id = ${grant}`)).toHaveLength(1)
  expect(await world.ok(world.people.owner, 'project_user_session_list', user)).toEqual({ applications: [] })
  expect(await world.ok(world.people.owner, 'project_user_sign_out', user)).toEqual({ sessions: 0 })
})

test('a changed address is unverified, and links to the old address are invalid', async () => {
  const user = await newUser()
  await world.ok(world.people.owner, 'project_user_mark_verified', user)
  await world.prisma.accountToken.create({
    data: {
      projectId: world.project,
      id: unique('t'),
      accountId: user.userId,
      purpose: 'reset',
      address: 'old@example.com',
      expiresAt: new Date(Date.now() + 60_000),
    },
  })
  const email = `${unique('New')}@example.com`
  const changed = await world.ok(world.people.owner, 'project_user_email_change', { ...user, email })
  expect(changed).toMatchObject({ email, verified: false })
  expect(
    await world.database.rows(sql`SELECT 1 FROM account_tokens WHERE account_id = ${user.userId}`),
  ).toEqual([])
})

describe('bulk operations:', () => {
  test('a bulk operation returns a result for each id in the given order, and repeating it is harmless', async () => {
    const { projectId, userId } = await newUser()
    const { userId: managed } = await managedUser(world)
    const userIds = ['usr_unknown', managed, userId]
    const deactivate = () =>
      world.ok(world.people.owner, 'project_user_bulk_deactivate', { projectId, userIds })
    expect((await deactivate()).results).toEqual([
      { userId: 'usr_unknown', result: 'skipped', reason: 'not_found' },
      { userId: managed, result: 'skipped', reason: 'provisioned' },
      { userId, result: 'changed' },
    ])
    expect((await deactivate()).results[2]).toEqual({ userId, result: 'skipped', reason: 'already_inactive' })
  })

  test('a user of another project is not found, and stays', async () => {
    const { userId } = await newUser()
    const { results } = await world.ok(world.people.stranger, 'project_user_bulk_delete', {
      projectId: world.foreignProject,
      userIds: [userId],
    })
    expect(results).toEqual([{ userId, result: 'skipped', reason: 'not_found' }])
    expect(
      (await world.ok(world.people.owner, 'project_user_get', { projectId: world.project, userId })).id,
    ).toBe(userId)
  })

  test('a bulk deletion of administrators skips the caller', async () => {
    const userId = world.people.super.accountId
    const { results } = await world.ok(world.people.super, 'project_user_bulk_delete', {
      projectId: world.administratorsProject,
      userIds: [userId],
    })
    expect(results).toEqual([{ userId, result: 'failed', reason: 'own_account' }])
  })

  test('a bulk deletion of administrators deletes their own teams and skips the last owner of a shared team', async () => {
    const [alone, owner, member] = await Promise.all(
      ['alone', 'last', 'other'].map((name) => makeAdministrator(world, `${unique(name)}@example.com`)),
    )
    if (!alone || !owner || !member) throw new Error('Administrators are missing.')
    const own = await makeTeam(world, unique('Own '), [[alone.accountId, 'owner']])
    const shared = await makeTeam(world, unique('Shared '), [
      [owner.accountId, 'owner'],
      [member.accountId, 'member'],
    ])
    const { results } = await world.ok(world.people.super, 'project_user_bulk_delete', {
      projectId: world.administratorsProject,
      userIds: [alone.accountId, owner.accountId],
    })
    expect(results).toEqual([
      { userId: alone.accountId, result: 'changed' },
      { userId: owner.accountId, result: 'failed', reason: 'last_owner' },
    ])
    const teams = await world.prisma.team.findMany({ where: { id: { in: [own, shared] } } })
    expect(teams.map(({ id }) => id)).toEqual([shared])
  })
})

describe('profiles:', () => {
  test.each([
    [{ locale: 'en_GB' }, 'profile.locale'],
    [{ timezone: 'Middle/Earth' }, 'profile.timezone'],
    [{ timezone: '+01:00' }, 'profile.timezone'],
    [{ phoneNumbers: [{ value: '044 668 18 00' }] }, 'profile.phoneNumbers.0.value'],
    [{ phoneNumbers: [{ value: '12' }, { value: '+41', primary: true }] }, 'profile.phoneNumbers.1.value'],
    [{ emails: [{ value: 'nobody' }] }, 'profile.emails.0.value'],
    [{ nickName: 'x'.repeat(257) }, 'profile.nickName'],
  ])('a profile with %o is refused with 422 and the path %s', async (profile, path) => {
    const refused = await world.refused(world.people.owner, 'project_user_update', {
      ...(await newUser()),
      profile,
    })
    expect(refused).toMatchObject({ status: 422, code: 'invalid_value', errors: [{ path }] })
  })

  test('a valid profile is stored as it was sent', async () => {
    const profile = {
      locale: 'de-CH-1996',
      timezone: 'Europe/Zurich',
      phoneNumbers: [{ value: '4711' }, { value: '+41 44 668 18 00', primary: true }],
    }
    const user = await world.ok(world.people.owner, 'project_user_update', { ...(await newUser()), profile })
    expect(user.profile).toEqual(profile)
  })

  test('the audit entry has the names of the changed parts of the profile, and no values', async () => {
    const user = await newUser()
    const change = (profile: object) =>
      world.ok(world.people.owner, 'project_user_update', { ...user, profile })
    await change({ nickName: 'Grace', title: 'Engineer' })
    await change({ nickName: 'Grace', timezone: 'Europe/Zurich' })
    const entries = await world.database.rows<{ detail: object }>(
      sql`SELECT detail FROM audit_entries WHERE target_id = ${user.userId} AND action = 'enduser.update' ORDER BY at`,
    )
    expect(entries.map(({ detail }) => detail)).toEqual([
      { profile: ['nickName', 'title'] },
      { profile: ['title', 'timezone'] },
    ])
  })
})
