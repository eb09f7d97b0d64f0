import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manage, managedUser } from '../support/attempts.ts'
import { connection } from '../support/directories.ts'
import { expectFieldRule, type FieldRule } from '../support/field-rules.ts'
import { group, makeUser, ownProject, signedIn, unique } from '../support/things.ts'
import { password, startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const at = (projectId = world.project) => ({ world, projectId, teamId: world.team })
const newUser = async () => ({ projectId: world.project, userId: await makeUser(at()) })
const read = (user: { projectId: string; userId: string }) =>
  world.ok(world.people.super, 'project_user_get', user)
const text = (length: number): string => 'x'.repeat(length)
const many = (count: number, value: string) => Array.from({ length: count }, () => ({ value }))

const names = (value: string) => ({
  name: {
    familyName: value,
    givenName: value,
    middleName: value,
    honorificPrefix: value,
    honorificSuffix: value,
  },
})
const texts = (value: string) => ({
  displayName: value,
  nickName: value,
  title: value,
  preferredLanguage: value,
})
const enterprise = (value: string) => ({
  enterprise: {
    employeeNumber: value,
    costCenter: value,
    organization: value,
    division: value,
    department: value,
    manager: { value },
  },
})

const rules: readonly FieldRule[] = [
  {
    title: 'the texts of a profile have up to 256 characters and a formatted name up to 2048',
    operations: ['project_user_update'],
    field: 'profile',
    accepted: [
      { name: { formatted: text(2048) } },
      { ...names(text(256)), ...texts(text(256)), ...enterprise(text(256)) },
    ],
    rejected: [
      { name: { formatted: text(2049) } },
      ...Object.keys(names('').name).map((key) => ({ name: { [key]: text(257) } })),
      ...Object.keys(texts('')).map((key) => ({ [key]: text(257) })),
      { locale: text(257) },
      { timezone: text(257) },
      ...['employeeNumber', 'costCenter', 'organization', 'division', 'department'].map((key) => ({
        enterprise: { [key]: text(257) },
      })),
      { enterprise: { manager: { value: text(257) } } },
    ],
  },
  {
    title:
      'a profile has up to 10 phone numbers and addresses of up to 256 characters with a type of up to 64',
    operations: ['project_user_update'],
    field: 'profile',
    accepted: [
      { phoneNumbers: many(10, '+41446681800'), emails: many(10, 'a@example.com') },
      {
        phoneNumbers: [
          { value: '+41446681800', primary: true },
          { value: text(256), type: text(64) },
        ],
      },
    ],
    rejected: [
      { phoneNumbers: many(11, '4711') },
      { emails: many(11, 'a@example.com') },
      { phoneNumbers: [{ value: text(257) }] },
      { phoneNumbers: [{ value: '1', type: text(65) }] },
      { emails: [{ value: 'a@example.com', type: text(65) }] },
      { phoneNumbers: [{ value: '1', primary: 'yes' }] },
    ],
  },
]

test.for(rules.map((rule) => [rule.title, rule] as const))('%s', ([_title, rule]) =>
  expectFieldRule(world, rule),
)

describe('users:', () => {
  test('a user has an address that is unique in the project in any letter case, and other projects may have it', async () => {
    const email = `${unique('U')}@example.com`
    const { owner, stranger } = world.people
    await world.ok(owner, 'project_user_create', { projectId: world.project, email })
    for (const again of [email, email.toUpperCase()])
      expect(
        await world.refused(owner, 'project_user_create', { projectId: world.project, email: again }),
      ).toMatchObject({ status: 409, code: 'email_taken' })
    await world.ok(stranger, 'project_user_create', { projectId: world.foreignProject, email })
  })

  test('a user is returned without a password and states whether a chosen password opens the account', async () => {
    const input = { projectId: world.project, email: `${unique('u')}@example.com`, password }
    const created = await world.call(world.people.owner, 'project_user_create', input)
    expect(created.body).toMatchObject({ passwordSet: true })
    const { id: userId } = created.body as { id: string }
    const [row] = await world.database.rows<{ hash: string }>(
      sql`SELECT password_hash AS hash FROM accounts WHERE id = ${userId}`,
    )
    const one = { projectId: world.project, userId }
    for (const reply of [
      created,
      await world.call(world.people.owner, 'project_user_get', one),
      await world.call(world.people.owner, 'project_user_list', { projectId: world.project }),
      await world.call(world.people.owner, 'project_user_password_reset', {
        ...one,
        password: `${password}!`,
      }),
      await world.call(world.people.owner, 'audit_list', { project: world.project }),
    ]) {
      expect(reply.status).toBeLessThan(300)
      for (const kept of [password, row?.hash ?? '']) expect(reply.text).not.toContain(kept)
    }
    const without = await newUser()
    expect((await read(without)).passwordSet).toBe(false)
    await world.ok(world.people.owner, 'project_user_password_reset', { ...without, password })
    expect((await read(without)).passwordSet).toBe(true)
  })

  test('a user has the status active, deactivated or locked', async () => {
    const user = await newUser()
    const { owner } = world.people
    expect(await read(user)).toMatchObject({ status: 'active', active: true })
    await world.ok(owner, 'project_user_update', { ...user, active: false })
    expect(await read(user)).toMatchObject({ status: 'deactivated', active: false })
    await world.ok(owner, 'project_user_lock', { ...user, reason: 'Lost laptop' })
    expect(await read(user)).toMatchObject({ status: 'locked' })
  })

  test('a user is returned with the groups of the user and with none after leaving them', async () => {
    const user = await newUser()
    const { groupId } = await group(at())
    const { owner } = world.people
    await world.ok(owner, 'project_group_member_add', {
      projectId: user.projectId,
      groupId,
      userIds: [user.userId],
    })
    const { displayName } = await world.ok(owner, 'project_group_get', { projectId: user.projectId, groupId })
    expect((await read(user)).groups).toEqual([{ id: groupId, displayName }])
    const { users } = await world.ok(owner, 'project_user_list', {
      projectId: user.projectId,
      q: user.userId,
    })
    expect(users[0]?.groups).toEqual([{ id: groupId, displayName }])
    await world.ok(owner, 'project_group_member_remove', { ...user, groupId })
    expect((await read(user)).groups).toEqual([])
  })

  test('a user is managed by the console or by the named provisioning connection', async () => {
    const user = await newUser()
    expect((await read(user)).managedBy).toBe('console')
    const { connectionId } = await connection(at())
    await world.ok(world.people.owner, 'project_user_assign_connection', { ...user, connectionId })
    expect((await read(user)).managedBy).toBe(connectionId)
  })

  test('a new user is unverified in every project, and verified after the mark of an administrator', async () => {
    const { super: admin } = world.people
    const { projectId: own } = await ownProject(world)
    for (const projectId of [own, world.defaultProject, world.administratorsProject]) {
      const email = `${unique('u')}@example.com`
      const { id: userId, verified } = await world.ok(admin, 'project_user_create', {
        projectId,
        email,
        password,
      })
      expect(verified).toBe(false)
      await world.ok(admin, 'project_user_mark_verified', { projectId, userId })
      expect((await read({ projectId, userId })).verified).toBe(true)
    }
  })

  test('the list of users filters status, verification and authenticator by yes or no', async () => {
    const list = (filter: object) =>
      world.call(world.people.owner, 'project_user_list', { projectId: world.project, ...filter })
    for (const filter of ['verified', 'authenticator'])
      for (const [value, status] of [
        ['yes', 200],
        ['no', 200],
        ['true', 400],
        ['', 400],
      ] as const)
        expect((await list({ [filter]: value })).status, `${filter}=${value}`).toBe(status)
  })
})

describe('claims of a user:', () => {
  test('an update replaces the claims of a user as a whole', async () => {
    const user = await newUser()
    const { owner } = world.people
    await world.ok(owner, 'project_user_update', { ...user, claims: { department: 'research', floor: 3 } })
    expect((await read(user)).claims).toEqual({ department: 'research', floor: 3 })
    await world.ok(owner, 'project_user_update', { ...user, claims: { room: '3.14' } })
    expect((await read(user)).claims).toEqual({ room: '3.14' })
    await world.ok(owner, 'project_user_update', { ...user, claims: {} })
    expect((await read(user)).claims).toEqual({})
  })

  const reserved = [
    'sub',
    'email',
    'email_verified',
    'iss',
    'aud',
    'exp',
    'iat',
    'nonce',
    'auth_time',
    'acr',
    'amr',
  ]

  test.for(reserved)('a claim with the reserved name %s is refused', async (name) => {
    const { owner } = world.people
    const claims = { department: 'research', [name]: 'x' }
    const user = await newUser()
    const created = { projectId: world.project, email: `${unique('u')}@example.com`, claims }
    for (const refused of [
      await world.refused(owner, 'project_user_create', created),
      await world.refused(owner, 'project_user_update', { ...user, claims }),
    ])
      expect(refused).toMatchObject({ status: 422, code: 'claim_reserved' })
    expect((await read(user)).claims).toEqual({})
  })
})

describe('profile of a user:', () => {
  test('an update replaces the profile of a user as a whole', async () => {
    const user = await newUser()
    const { owner } = world.people
    const first = { name: { givenName: 'Ada', familyName: 'Lovelace' }, title: 'Countess' }
    await world.ok(owner, 'project_user_update', { ...user, profile: first })
    expect((await read(user)).profile).toEqual(first)
    await world.ok(owner, 'project_user_update', { ...user, profile: { name: { givenName: 'Ada' } } })
    expect((await read(user)).profile).toEqual({ name: { givenName: 'Ada' } })
  })

  test('a profile is refused for a user that a provisioning connection manages, and stays unchanged', async () => {
    const { connectionId: _connection, ...user } = await managedUser(world)
    const before = await read(user)
    expect(
      await world.refused(world.people.owner, 'project_user_update', {
        ...user,
        profile: { nickName: 'Ada' },
      }),
    ).toMatchObject({ code: 'user_managed' })
    expect(await read(user)).toEqual(before)
  })
})

test('a sign-in that reached no application is listed with clientId null', async () => {
  const user = await signedIn(at(), await newUser())
  const { applications } = await world.ok(world.people.owner, 'project_user_session_list', user)
  expect(applications).toEqual([
    {
      clientId: null,
      clientName: null,
      signedInAt: expect.any(String),
      lastTokenAt: null,
      offline: false,
    },
  ])
})

describe('groups:', () => {
  const { name } = { name: unique('Staff ') }

  test('a group has a name that is unique in its project in any letter case', async () => {
    const { owner, stranger } = world.people
    const input = { projectId: world.project, displayName: name }
    await world.ok(owner, 'project_group_create', input)
    const { groupId } = await group(at())
    for (const displayName of [name, name.toUpperCase(), name.toLowerCase()]) {
      const expected = { status: 409, code: 'already_exists' }
      expect(await world.refused(owner, 'project_group_create', { ...input, displayName })).toMatchObject(
        expected,
      )
      expect(
        await world.refused(owner, 'project_group_update', { ...input, groupId, displayName }),
      ).toMatchObject(expected)
    }
    await world.ok(stranger, 'project_group_create', { projectId: world.foreignProject, displayName: name })
  })

  test('a group is returned with its member count, and with external id and connection when a directory manages it', async () => {
    const { owner } = world.people
    const one = await group(at())
    expect(await world.ok(owner, 'project_group_get', one)).toMatchObject({
      externalId: null,
      connection: null,
      members: 0,
    })
    const userId = await makeUser(at())
    await world.ok(owner, 'project_group_member_add', { ...one, userIds: [userId] })
    const connectionId = await manage(world, { projectId: world.project, userId })
    await world.database.run(
      sql`UPDATE groups SET connection_id = ${connectionId}, external_id = 'grp-1' WHERE id = ${one.groupId}`,
    )
    const managed = {
      externalId: 'grp-1',
      connection: { id: connectionId, displayName: 'Directory' },
      members: 1,
    }
    expect(await world.ok(owner, 'project_group_get', one)).toMatchObject(managed)
    const { groups } = await world.ok(owner, 'project_group_list', { projectId: world.project })
    expect(groups.find(({ id }) => id === one.groupId)).toMatchObject(managed)
  })

  test('a group lists its members with id, address and user name', async () => {
    const { owner } = world.people
    const one = await group(at())
    const user = await newUser()
    await world.database.run(
      sql`UPDATE accounts SET username = 'Ada', username_key = 'ada' WHERE id = ${user.userId}`,
    )
    await world.ok(owner, 'project_group_member_add', { ...one, userIds: [user.userId] })
    const { email } = await read(user)
    expect((await world.ok(owner, 'project_group_member_list', one)).members).toEqual([
      {
        id: user.userId,
        email,
        userName: 'Ada',
        name: null,
        status: 'active',
        verified: false,
        hasSignInMethod: false,
      },
    ])
  })
})
