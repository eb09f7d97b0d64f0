import type { OperationName } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { managedUser } from '../../../test/support/attempts.ts'
import { linkedUser } from '../../../test/support/directories.ts'
import { application, makeUser, ownProject, signedIn, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let owner: World['people']['owner']
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
})
afterAll(() => world?.close())

const place = () => ({ world, projectId: world.project, teamId: world.team })
const newUser = async () => ({ projectId: world.project, userId: await makeUser(place()) })
const password = 'another battery, another staple'

describe('bounds of a call:', () => {
  const list = (fields: object) =>
    world.call(owner, 'project_user_list', { projectId: world.project, ...fields })

  test.each([
    [{ count: 0 }, 'count'],
    [{ count: 201 }, 'count'],
    [{ startIndex: 0 }, 'startIndex'],
    [{ q: '' }, 'q'],
    [{ q: 'x'.repeat(255) }, 'q'],
  ])('project_user_list with %j is refused', async (fields, path) => {
    const { status, body } = await list(fields)
    expect([status, body]).toMatchObject([400, { errors: [{ path }] }])
  })

  test('project_user_list returns 50 users by default and from 1 to 200 as requested, beginning at the start index', async () => {
    const { projectId } = await ownProject(world)
    await world.database.run(sql`
      INSERT INTO accounts (project_id, id, email, email_key)
      SELECT ${projectId}, 'usr_' || n || ${unique('x')}, to_char(n, 'FM000') || '@example.com', to_char(n, 'FM000') || '@example.com'
      FROM generate_series(1, 210) n`)
    const emails = async (fields: object) => {
      const { users, totalResults } = await world.ok(owner, 'project_user_list', { projectId, ...fields })
      expect(totalResults).toBe(210)
      return users.map(({ email }) => Number(email.split('@')[0]))
    }
    const numbers = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at)
    expect(await emails({})).toEqual(numbers(1, 50))
    expect(await emails({ count: 1 })).toEqual([1])
    expect(await emails({ count: 200 })).toEqual(numbers(1, 200))
    expect(await emails({ startIndex: 201, count: 200 })).toEqual(numbers(201, 10))
    expect((await list({ q: 'x'.repeat(254) })).status).toBe(200)
  })

  test.each(['activate', 'sign_out', 'deactivate', 'delete'] as const)(
    'a bulk operation accepts a hundred ids of 1 to 128 characters: %s',
    async (action) => {
      const name: OperationName = `project_user_bulk_${action}`
      const call = (userIds: string[]) => world.call(owner, name, { projectId: world.project, userIds })
      const ids = (count: number) => Array.from({ length: count }, (_, at) => `usr_${at}`)
      const { status, body } = await call(ids(100))
      expect([status, (body as { results: unknown[] }).results.length]).toEqual([200, 100])
      expect((await call(['x'.repeat(128)])).status).toBe(200)
      for (const refused of [ids(101), [], [''], ['x'.repeat(129)]])
        expect((await call(refused)).status).toBe(400)
    },
  )

  test('a lock needs a reason of 1 to 500 characters, and the user names the administrator who locked it', async () => {
    const user = await newUser()
    const lock = (fields: object) => world.call(owner, 'project_user_lock', { ...user, ...fields })
    for (const fields of [{}, { reason: '' }, { reason: 'x'.repeat(501) }])
      expect((await lock(fields)).status).toBe(400)
    expect((await lock({ reason: 'x'.repeat(500) })).status).toBe(200)
    expect(await world.ok(owner, 'project_user_get', user)).toMatchObject({
      status: 'locked',
      lockedLocally: { byEmail: 'owner@example.com', reason: 'x'.repeat(500) },
    })
    const other = await newUser()
    expect((await world.call(owner, 'project_user_lock', { ...other, reason: 'x' })).status).toBe(200)
  })
})

test('each filter of project_user_list selects exactly its users', async () => {
  const { projectId } = await ownProject(world)
  const at = { world, projectId, teamId: world.team }
  const [plain, locked, off, proven, enrolled] = await Promise.all([1, 2, 3, 4, 5].map(() => makeUser(at)))
  const one = (userId = '') => ({ projectId, userId })
  await world.ok(owner, 'project_user_lock', { ...one(locked), reason: 'x' })
  await world.ok(owner, 'project_user_update', { ...one(off), active: false })
  await world.ok(owner, 'project_user_mark_verified', one(proven))
  await world.database.run(
    sql`UPDATE accounts SET totp_sealed = 'x', totp_enrolled_at = now() WHERE id = ${enrolled ?? ''}`,
  )
  const { userId: managed, providerId } = await linkedUser(at)
  const { id: connectionId } = await world.ok(owner, 'provisioning_connection_create', {
    projectId,
    providerId,
    displayName: 'Directory',
  })
  await world.ok(owner, 'project_user_assign_connection', { ...one(managed), connectionId })
  const all = [plain, locked, off, proven, enrolled, managed]
  const ids = async (filter: object) =>
    (await world.ok(owner, 'project_user_list', { projectId, ...filter })).users
      .map(({ id }) => id)
      .toSorted()
  const but = (...left: (string | undefined)[]) => all.filter((id) => !left.includes(id)).toSorted()
  expect(await ids({ status: 'locked' })).toEqual([locked])
  expect(await ids({ status: 'deactivated' })).toEqual([off])
  expect(await ids({ status: 'active' })).toEqual(but(locked, off))
  expect(await ids({ verified: 'yes' })).toEqual([proven])
  expect(await ids({ verified: 'no' })).toEqual(but(proven))
  expect(await ids({ authenticator: 'yes' })).toEqual([enrolled])
  expect(await ids({ authenticator: 'no' })).toEqual(but(enrolled))
  expect(await ids({ managedBy: connectionId })).toEqual([managed])
  expect(await ids({ managedBy: 'console' })).toEqual(but(managed))
})

describe('bulk calls:', () => {
  test('project_user_bulk_activate returns a result for each id', async () => {
    const { projectId, userId } = await newUser()
    const active = await makeUser(place())
    const { userId: managed } = await managedUser(world)
    await world.ok(owner, 'project_user_update', { projectId, userId, active: false })
    const userIds = [userId, active, managed, 'usr_unknown']
    expect(await world.ok(owner, 'project_user_bulk_activate', { projectId, userIds })).toEqual({
      results: [
        { userId, result: 'changed' },
        { userId: active, result: 'skipped', reason: 'already_active' },
        { userId: managed, result: 'skipped', reason: 'provisioned' },
        { userId: 'usr_unknown', result: 'skipped', reason: 'not_found' },
      ],
    })
    expect(await world.ok(owner, 'project_user_get', { projectId, userId })).toMatchObject({ active: true })
  })

  test('project_user_bulk_activate returns failed for a locked user and activates the others', async () => {
    const [locked, off] = [await newUser(), await newUser()]
    for (const user of [locked, off]) await world.ok(owner, 'project_user_update', { ...user, active: false })
    await world.ok(owner, 'project_user_lock', { ...locked, reason: 'x' })
    const userIds = [locked.userId, off.userId]
    const { results } = await world.ok(owner, 'project_user_bulk_activate', {
      projectId: world.project,
      userIds,
    })
    expect(results).toEqual([
      { userId: locked.userId, result: 'failed', reason: 'user_locked' },
      { userId: off.userId, result: 'changed' },
    ])
  })

  test('project_user_bulk_sign_out returns a result for each id', async () => {
    const user = await newUser()
    await signedIn(place(), user)
    const { userId: managed } = await managedUser(world)
    const userIds = [user.userId, managed, 'usr_unknown']
    expect(
      await world.ok(owner, 'project_user_bulk_sign_out', { projectId: world.project, userIds }),
    ).toEqual({
      results: [
        { userId: user.userId, result: 'changed' },
        { userId: managed, result: 'changed' },
        { userId: 'usr_unknown', result: 'skipped', reason: 'not_found' },
      ],
    })
    const { applications } = await world.ok(owner, 'project_user_session_list', user)
    expect(applications).toEqual([])
  })

  test('project_user_bulk_sign_out returns failed for the account of the caller', async () => {
    const { accountId: userId } = world.people.super
    const { results } = await world.ok(world.people.super, 'project_user_bulk_sign_out', {
      projectId: world.administratorsProject,
      userIds: [userId],
    })
    expect(results).toEqual([{ userId, result: 'failed', reason: 'own_account' }])
  })

  test('project_user_bulk_delete returns a result for each id and leaves no record of a deleted user', async () => {
    const user = await linkedUser({ world, projectId: world.project })
    await signedIn(place(), user)
    const { userId: managed } = await managedUser(world)
    const userIds = [user.userId, managed, 'usr_unknown']
    expect(await world.ok(owner, 'project_user_bulk_delete', { projectId: world.project, userIds })).toEqual({
      results: [
        { userId: user.userId, result: 'changed' },
        { userId: managed, result: 'skipped', reason: 'provisioned' },
        { userId: 'usr_unknown', result: 'skipped', reason: 'not_found' },
      ],
    })
    const [left] = await world.database.rows(sql`
      SELECT (SELECT count(*)::int FROM accounts WHERE id = ${user.userId}) AS accounts,
        (SELECT count(*)::int FROM identities WHERE account_id = ${user.userId}) AS identities,
        (SELECT count(*)::int FROM oidc_sessions WHERE account_id = ${user.userId}) AS sessions`)
    expect(left).toEqual({ accounts: 0, identities: 0, sessions: 0 })
  })
})

test('a user that a directory manages is signed out of one application', async () => {
  const { connectionId: _connection, ...user } = await managedUser(world)
  const { clientId } = await world.ok(owner, 'client_create', { projectId: world.project, ...application })
  await signedIn(place(), user, clientId)
  await world.ok(owner, 'project_user_application_sign_out', { ...user, clientId })
  const { applications } = await world.ok(owner, 'project_user_session_list', user)
  expect(applications.map((one) => one.clientId)).not.toContain(clientId)
})

test.each<[OperationName, (userId: string) => object, number]>([
  ['project_user_update', (userId) => ({ userId, active: false }), 1],
  ['project_user_lock', (userId) => ({ userId, reason: 'x' }), 1],
  ['project_user_sign_out', (userId) => ({ userId }), 1],
  ['project_user_password_reset', (userId) => ({ userId, password, signOut: true }), 1],
  ['project_user_password_reset', (userId) => ({ userId, password }), 0],
  ['project_user_delete', (userId) => ({ userId }), 1],
  ['project_user_bulk_deactivate', (userId) => ({ userIds: [userId] }), 1],
  ['project_user_bulk_sign_out', (userId) => ({ userIds: [userId] }), 1],
  ['project_user_bulk_delete', (userId) => ({ userIds: [userId] }), 1],
])(
  '%s of a signed-in user enqueues the logout notices of its application: %#',
  async (name, input, notices) => {
    const user = await newUser()
    const { clientId } = await world.ok(owner, 'client_create', {
      projectId: world.project,
      ...application,
      backchannelLogoutUri: 'https://app.example.com/logout',
    })
    await signedIn(place(), user, clientId)
    const reply = await world.call(owner, name, { projectId: world.project, ...input(user.userId) })
    expect(reply.status, reply.text).toBeLessThan(300)
    const sent = await world.database.rows(
      sql`SELECT payload->>'sub' AS sub FROM outbox WHERE payload->>'clientId' = ${clientId} AND payload->>'sid' IS NULL`,
    )
    expect(sent).toEqual(Array(notices).fill({ sub: user.userId }))
  },
)
