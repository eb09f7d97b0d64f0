import type { ImportResult } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bcryptOfPassword } from '../../../test/support/samples.ts'
import { ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'
import { markWrites } from '../../../test/support/writes.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

type User = Record<string, unknown>

const send = async (
  projectId: string,
  users: readonly User[],
  checkOnly?: boolean,
): Promise<ImportResult[]> =>
  (
    await world.ok(world.people.owner, 'project_user_import', {
      projectId,
      users: users as never,
      ...(checkOnly === undefined ? {} : { checkOnly }),
    })
  ).results

const newEmail = (): string => `${unique('u')}@example.com`

const entries = async (projectId: string, action: string): Promise<number> =>
  (
    await world.database.rows(
      sql`SELECT 1 FROM audit_entries WHERE project_id = ${projectId} AND action = ${action}`,
    )
  ).length

const ada = () => ({
  email: newEmail(),
  username: unique('ada'),
  emailVerified: true,
  passwordHash: bcryptOfPassword,
  totpSeed: 'jbsw y3dp ehpk 3pxp',
  claims: { department: 'engineering' },
  profile: { name: { givenName: 'Ada', familyName: 'Lovelace' }, locale: 'en-GB' },
  groups: ['Engineering'],
})

describe('imports of users:', () => {
  test('a user is created with hash, authenticator, profile, claims and groups, and the account has its entries', async () => {
    const { projectId } = await ownProject(world)
    await world.ok(world.people.owner, 'project_group_create', { projectId, displayName: 'engineering' })
    const user = ada()
    const [result] = await send(projectId, [user])
    expect(result).toMatchObject({ email: user.email, result: 'created', reason: null })
    const read = await world.ok(world.people.owner, 'project_user_get', {
      projectId,
      userId: result?.userId ?? '',
    })
    expect(read).toMatchObject({
      email: user.email,
      username: user.username,
      verified: true,
      active: true,
      authenticator: true,
      claims: user.claims,
      profile: user.profile,
      groups: [{ displayName: 'engineering' }],
    })
    expect(await entries(projectId, 'enduser.import')).toBe(1)
    expect(await entries(projectId, 'enduser.group.join')).toBe(1)
    const stored = await world.database.rows<{ hash: string; seed: string }>(sql`
      SELECT password_hash AS hash, totp_sealed AS seed FROM accounts WHERE id = ${result?.userId}`)
    expect(stored[0]?.hash).toBe(bcryptOfPassword)
    expect(stored[0]?.seed).not.toContain('JBSW')
  })

  test('a repeated import skips the users of the first one, and an import with new users continues it', async () => {
    const { projectId } = await ownProject(world)
    const [first, second] = [{ email: newEmail() }, { email: newEmail() }]
    const [created] = await send(projectId, [first])
    const upper = { email: first.email.toUpperCase() }
    expect(await send(projectId, [upper, second])).toMatchObject([
      { result: 'skipped', userId: created?.userId, reason: 'exists' },
      { result: 'created' },
    ])
    expect(await entries(projectId, 'enduser.import')).toBe(2)
  })

  test('a user whose user name is the address of an account is skipped', async () => {
    const { projectId } = await ownProject(world)
    const first = { email: newEmail() }
    await send(projectId, [first])
    expect(await send(projectId, [{ email: newEmail(), username: first.email }])).toMatchObject([
      { result: 'skipped' },
    ])
  })

  test.each<[string, (email: string) => User, string]>([
    ['an unknown form of a hash', (email) => ({ email, passwordHash: 'plaintext' }), 'passwordHash'],
    [
      'a hash with a cost beyond the bounds',
      (email) => ({ email, passwordHash: bcryptOfPassword.replace('$10$', '$20$') }),
      'passwordHash',
    ],
    ['a seed that is no base32', (email) => ({ email, totpSeed: '1' }), 'totpSeed'],
    ['an unknown group', (email) => ({ email, groups: ['nobody'] }), 'nobody'],
    ['a text that is no address', () => ({ email: 'not an address' }), 'e-mail address'],
    ['a claim of the protocol', (email) => ({ email, claims: { sub: 'x' } }), 'sub'],
    ['an invalid locale', (email) => ({ email, profile: { locale: '!' } }), 'locale'],
  ])(
    'a user with %s is refused with the reason, and the other users are created',
    async (_what, of, reason) => {
      const { projectId } = await ownProject(world)
      const results = await send(projectId, [of(newEmail()), { email: newEmail() }])
      expect(results).toMatchObject([
        { result: 'refused', userId: null, reason: expect.stringContaining(reason) },
        { result: 'created' },
      ])
      expect(JSON.stringify(results)).not.toContain('plaintext')
    },
  )

  test('a name that appears twice in a request is refused at the second user', async () => {
    const { projectId } = await ownProject(world)
    const email = newEmail()
    expect(await send(projectId, [{ email }, { email }])).toMatchObject([
      { result: 'created' },
      { result: 'refused' },
    ])
  })

  test('a check has the results of an import and writes nothing', async () => {
    const { projectId } = await ownProject(world)
    const users = [{ email: newEmail() }, { email: 'not an address' }]
    const since = await markWrites(world.database)
    expect(await send(projectId, users, true)).toMatchObject([{ result: 'created' }, { result: 'refused' }])
    expect((await since()).tables).toEqual([])
    expect(await send(projectId, users)).toMatchObject([{ result: 'created' }, { result: 'refused' }])
  })

  test('administrators are not imported', async () => {
    const input = { projectId: world.administratorsProject, users: [{ email: newEmail() }] }
    expect(await world.refused(world.people.super, 'project_user_import', input)).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  })

  test('500 users are imported in one call, and two concurrent imports of the same users create each once', async () => {
    const { projectId } = await ownProject(world)
    const users = Array.from({ length: 500 }, () => ({ email: newEmail(), passwordHash: bcryptOfPassword }))
    const both = await Promise.all([send(projectId, users), send(projectId, users.toReversed())])
    expect(both.flat().filter(({ result }) => result === 'created')).toHaveLength(500)
    const [count] = await world.database.rows<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM accounts WHERE project_id = ${projectId}`,
    )
    expect(count).toEqual({ count: 500 })
  })
})
