import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { ImportResult } from '@signet/contracts'
import { sql } from '@signet/db'
import { keepFormerHost } from '@signet/federation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { managedUser } from '../../../test/support/attempts.ts'
import { importedPasskey as passkey } from '../../../test/support/passkeys.ts'
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

const random = () => randomBytes(32).toString('base64url')

describe('updates by an import:', () => {
  const update = async (projectId: string, users: readonly User[], checkOnly?: boolean) =>
    (
      await world.ok(world.people.super, 'project_user_import', {
        ...{ projectId, users: users as never, updateExisting: true },
        ...(checkOnly === undefined ? {} : { checkOnly }),
      })
    ).results

  test('claims, profile and further groups of an existing account become those of the user, once', async () => {
    const { projectId } = await ownProject(world)
    for (const displayName of ['engineering', 'staff'])
      await world.ok(world.people.owner, 'project_group_create', { projectId, displayName })
    const user = ada()
    const [created] = await send(projectId, [user])
    const changed = {
      ...user,
      claims: { department: 'sales' },
      profile: { nickName: 'A' },
      groups: ['Staff'],
    }
    expect(await update(projectId, [changed], true)).toMatchObject([{ result: 'updated' }])
    expect(await update(projectId, [changed])).toMatchObject([{ result: 'updated', userId: created?.userId }])
    expect(await update(projectId, [changed])).toMatchObject([{ result: 'skipped', reason: 'exists' }])
    const read = await world.ok(world.people.owner, 'project_user_get', {
      projectId,
      userId: created?.userId ?? '',
    })
    expect(read).toMatchObject({
      ...{ claims: changed.claims, profile: changed.profile },
      groups: [{ displayName: 'engineering' }, { displayName: 'staff' }],
    })
    expect(await entries(projectId, 'enduser.import')).toBe(2)
  })

  test('an update changes no credential, no link, no state and no name', async () => {
    const { projectId } = await ownProject(world)
    const email = newEmail()
    const [created] = await send(projectId, [{ email }])
    const users = [
      {
        ...{
          email,
          username: unique('n'),
          emailVerified: true,
          active: false,
          passwordHash: bcryptOfPassword,
        },
        ...{ totpSeed: 'JBSWY3DPEHPK3PXP', passkeys: [passkey()], claims: { department: 'sales' } },
      },
    ]
    expect(await update(projectId, users)).toMatchObject([{ result: 'updated' }])
    const one = { projectId, userId: created?.userId ?? '' }
    expect(await world.ok(world.people.owner, 'project_user_get', one)).toMatchObject({
      ...{ username: null, verified: false, active: true, authenticator: false, passwordSet: false },
    })
    expect((await world.ok(world.people.owner, 'project_user_passkey_list', one)).passkeys).toEqual([])
  })

  test('an account that has only the user name is skipped', async () => {
    const { projectId } = await ownProject(world)
    const username = unique('ada')
    await send(projectId, [{ email: newEmail(), username }])
    const [result] = await update(projectId, [{ email: newEmail(), username, claims: { department: 'x' } }])
    expect(result).toMatchObject({ result: 'skipped', reason: 'another account has the user name' })
  })

  test('an account of a directory is skipped', async () => {
    const { projectId, userId } = await managedUser(world)
    const { email } = await world.ok(world.people.super, 'project_user_get', { projectId, userId })
    const [result] = await update(projectId, [{ email, claims: { department: 'x' } }])
    expect(result).toMatchObject({ result: 'skipped', reason: 'a directory manages the account' })
  })
})

describe('imports of passkeys:', () => {
  const stored = (accountId: string) =>
    world.database.rows<object>(sql`
      SELECT k.rp_id AS "rpId", k.counter::int AS counter, k.aaguid, k.transports, k.synced, k.backed_up AS "backedUp",
        k.flags_known AS "flagsKnown", k.name, u.handle FROM passkeys k JOIN passkey_users u USING (project_id, account_id)
      WHERE k.account_id = ${accountId} ORDER BY k.counter`)

  test('a user is created with passkeys, and the entry of the account counts them', async () => {
    const { projectId } = await ownProject(world)
    const [userHandle, aaguid] = [random(), 'adce0002-35bc-c60a-648b-0b25f1f05503']
    const full = {
      counter: 7,
      aaguid,
      transports: ['usb'],
      backupEligible: true,
      backedUp: true,
      name: 'Key',
    }
    const passkeys = [passkey({ userHandle }), passkey({ userHandle, ...full })]
    const [result] = await send(projectId, [{ email: newEmail(), passkeys }])
    expect(result).toMatchObject({ result: 'created' })
    const rows = await stored(result?.userId ?? '')
    const unknown = { counter: 0, synced: false, backedUp: false, flagsKnown: false, name: 'Passkey' }
    const { backupEligible: synced, ...known } = full
    expect(rows).toMatchObject([
      { rpId: 'localhost', handle: userHandle, ...unknown },
      { rpId: 'localhost', handle: userHandle, ...known, synced, flagsKnown: true },
    ])
    const { passkeys: listed } = await world.ok(world.people.owner, 'project_user_passkey_list', {
      projectId,
      userId: result?.userId ?? '',
    })
    const shown = Object.fromEntries(listed.map((one) => [one.name, one.synced]))
    expect(shown).toEqual({ Passkey: undefined, Key: true })
    const { entries: audit } = await world.ok(world.people.owner, 'audit_list', {
      project: projectId,
      action: 'enduser.import',
    })
    expect(audit[0]?.detail).toMatchObject({ passkeys: 2 })
  })

  const rsa = (modulusLength: number): string => {
    const { n = '' } = generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' })
    const bytes = Buffer.from(n, 'base64url')
    const length = bytes.length.toString(16).padStart(4, '0')
    return Buffer.from(
      `a401030339010020 59${length}${bytes.toString('hex')}2143010001`.replace(' ', ''),
      'hex',
    ).toString('base64url')
  }

  test.each<[string, () => object[], string]>([
    ['another host', () => [passkey({ rpId: 'id.example.com' })], 'not the host of the project'],
    ['a key that is no COSE key', () => [passkey({ publicKey: 'AAAA' })], 'publicKey'],
    ['a short RSA key', () => [passkey({ publicKey: rsa(1_024) })], 'publicKey'],
    ['two user handles', () => [passkey(), passkey()], 'more than one userHandle'],
    [
      'a credential twice',
      () => {
        const one = passkey()
        return [one, one]
      },
      'credentialId twice',
    ],
    ['a backup of a bound passkey', () => [passkey({ backedUp: true })], 'backupEligible'],
    ['a name of two lines', () => [passkey({ name: 'two\nlines' })], 'name'],
  ])('a user whose passkeys have %s is refused with the reason', async (_what, of, reason) => {
    const { projectId } = await ownProject(world)
    const [result] = await send(projectId, [{ email: newEmail(), passkeys: of() }])
    expect(result).toMatchObject({ result: 'refused', reason: expect.stringContaining(reason) })
  })

  test('an RSA key of 2048 bits is accepted', async () => {
    const { projectId } = await ownProject(world)
    const passkeys = [passkey({ publicKey: rsa(2_048) })]
    expect(await send(projectId, [{ email: newEmail(), passkeys }])).toMatchObject([{ result: 'created' }])
  })

  test.each(['credentialId', 'userHandle'] as const)(
    'a user with the %s of another user is refused, in the same request and in a later one',
    async (member) => {
      const { projectId } = await ownProject(world)
      const first = passkey()
      const second = passkey({ [member]: first[member] })
      const users = [
        { email: newEmail(), passkeys: [first] },
        { email: newEmail(), passkeys: [second] },
      ]
      const refused = { result: 'refused', reason: expect.stringContaining(member) }
      expect(await send(projectId, users)).toMatchObject([{ result: 'created' }, refused])
      expect(await send(projectId, users)).toMatchObject([{ result: 'skipped' }, refused])
    },
  )

  test('two concurrent imports of one credential for different users store it once', async () => {
    const { projectId } = await ownProject(world)
    const one = passkey()
    const input = () => ({ projectId, users: [{ email: newEmail(), passkeys: [one] }] })
    await Promise.allSettled([1, 2].map(() => world.call(world.people.owner, 'project_user_import', input())))
    const rows = await world.database.rows(
      sql`SELECT 1 FROM passkeys WHERE credential_id = ${one.credentialId}`,
    )
    const accounts = await world.database.rows(sql`SELECT 1 FROM accounts WHERE project_id = ${projectId}`)
    expect([rows.length, accounts.length]).toEqual([1, 1])
  })

  test('a passkey of a former host is imported until its time has ended', async () => {
    const { projectId } = await ownProject(world)
    const [former, present] = [`${unique('h')}.example.com`, `${unique('h')}.example.com`]
    await world.database.transaction(async (tx) => {
      await tx.run(
        sql`UPDATE projects SET address_form = 'host', slug = NULL, host = ${former} WHERE id = ${projectId}`,
      )
      await keepFormerHost(tx, projectId)
      await tx.run(sql`UPDATE projects SET host = ${present} WHERE id = ${projectId}`)
    })
    const version = async () =>
      (
        await world.database.rows<{ version: number }>(
          sql`SELECT version FROM projects WHERE id = ${projectId}`,
        )
      )[0]?.version ?? 0
    const before = await version()
    const users = () => [{ email: newEmail(), passkeys: [passkey({ rpId: former })] }]
    expect(await send(projectId, users())).toMatchObject([{ result: 'created' }])
    expect(await version()).toBeGreaterThan(before)
    await world.database.run(
      sql`UPDATE address_tombstones SET passkeys_until = now() WHERE project_id = ${projectId}`,
    )
    expect(await send(projectId, users())).toMatchObject([{ result: 'refused' }])
  })
})
