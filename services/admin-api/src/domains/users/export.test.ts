import { type OperationName, operations, userExportPath } from '@signet/contracts'
import { sql } from '@signet/db'
import { Decrypter } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ageIdentity, ageRecipient } from '../../../test/support/age.ts'
import { importedPasskey } from '../../../test/support/passkeys.ts'
import { bcryptOfPassword } from '../../../test/support/samples.ts'
import { newAdministrator, ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

type Person = World['people']['owner']
type Line = Record<string, unknown>

async function freshSession(of: Person): Promise<Person> {
  const person = await world.signIn(of)
  await world.database.run(sql`
    UPDATE console_sessions SET authenticated_at = now() WHERE account_id = ${person.accountId}`)
  return person
}

const download = (person: Person, permission: string) =>
  world.app.inject({
    method: 'POST',
    url: userExportPath,
    headers: { ...person.headers, 'content-type': 'application/json' },
    payload: { export: permission },
  })

const linesIn = (text: string): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

const grant = async (person: Person, projectId: string, recipient?: string) =>
  world.ok(person, 'project_user_export', { projectId, ...(recipient ? { recipient } : {}) })

async function preparedProject() {
  const { projectId } = await ownProject(world)
  await world.ok(world.people.super, 'project_group_create', { projectId, displayName: 'Staff' })
  await world.ok(world.people.super, 'federation_provider_create', {
    ...{ projectId, id: 'google', catalogueId: 'google', clientId: 'c', clientSecret: 'secret-of-google' },
  })
  return projectId
}

const fullUser = () => ({
  email: `${unique('u')}@example.com`,
  subject: `auth0|${unique('u')}`,
  username: unique('ada'),
  emailVerified: true,
  active: true,
  passwordHash: bcryptOfPassword,
  totpSeed: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  claims: { department: 'research' },
  profile: { name: { givenName: 'Ada' } },
  groups: ['Staff'],
  links: [{ providerId: 'google', issuer: 'https://accounts.google.com', subject: unique('g') }],
  passkeys: [
    importedPasskey({
      ...{ counter: 3, transports: ['usb'], backupEligible: true, backedUp: false, name: 'Key' },
      aaguid: 'adce0002-35bc-c60a-648b-0b25f1f05503',
    }),
  ],
})

describe('exports of users:', () => {
  test('an exported user is imported into another project with hash, seed, passkeys, groups, links and subject', async () => {
    const [from, to] = [await preparedProject(), await preparedProject()]
    const user = fullUser()
    await world.ok(world.people.super, 'project_user_import', { projectId: from, users: [user as never] })
    const person = await freshSession(world.people.super)
    const { export: permission, users } = await grant(person, from, ageRecipient)
    expect(users).toBe(1)
    const file = await download(person, permission)
    expect(file.headers['content-type']).toBe('application/octet-stream')
    expect(file.rawPayload.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    const decrypter = new Decrypter()
    decrypter.addIdentity(ageIdentity)
    const lines = linesIn(await decrypter.decrypt(file.rawPayload, 'text'))
    expect(lines).toEqual([user])
    const { results } = await world.ok(person, 'project_user_import', {
      projectId: to,
      users: lines as never,
    })
    expect(results).toMatchObject([{ result: 'created', userId: user.subject, reason: null }])
    const one = { projectId: to, userId: user.subject }
    expect(await world.ok(person, 'project_user_get', one)).toMatchObject({ id: user.subject })
    const again = await grant(person, to)
    const { passwordHash: _hash, totpSeed: _seed, ...plain } = user
    expect(linesIn((await download(person, again.export)).payload)).toEqual([plain])
  })

  test('a subject that another account has is replaced by a new id, and the result has the reason', async () => {
    const projectId = await preparedProject()
    const [first, second] = [fullUser(), fullUser()]
    const taken = { ...second, subject: first.subject }
    const { results } = await world.ok(world.people.super, 'project_user_import', {
      ...{ projectId, users: [first, taken] as never },
    })
    expect(results[0]).toMatchObject({ result: 'created', userId: first.subject })
    expect(results[1]).toMatchObject({ result: 'created', reason: expect.stringContaining('subject') })
    expect(results[1]?.userId).not.toBe(first.subject)
    const { users } = await world.ok(world.people.super, 'project_user_list', { projectId, q: second.email })
    expect(users).toHaveLength(1)
  })

  test.each(['..', 'a:b', 'a b', 'a/b', 'é'])(
    'the subject %j, which no address can have, is refused',
    async (subject) => {
      const { projectId } = await ownProject(world)
      const users = [{ email: `${unique('u')}@example.com`, subject }]
      expect(
        await world.refused(world.people.super, 'project_user_import', { projectId, users }),
      ).toMatchObject({
        code: 'invalid_request',
      })
    },
  )

  test('the id of an administrator is not given to a user', async () => {
    const projectId = await preparedProject()
    const { accountId: subject } = world.people.super
    const { results } = await world.ok(world.people.super, 'project_user_import', {
      ...{ projectId, users: [{ ...fullUser(), subject }] as never },
    })
    expect(results[0]?.userId).not.toBe(subject)
  })

  test.each<[string, (links: Line[]) => Line[], string]>([
    ['an unknown provider', () => [{ providerId: 'x', subject: '1' }], 'no provider x'],
    ['a provider twice', ([one = {}]) => [one, one], 'twice'],
    ['another issuer', ([one]) => [{ ...one, issuer: 'https://evil.example' }], 'not the issuer'],
  ])('a user whose links have %s is refused with the reason', async (_what, change, reason) => {
    const projectId = await preparedProject()
    const user = fullUser()
    const users = [{ ...user, links: change(user.links) }] as never
    const { results } = await world.ok(world.people.super, 'project_user_import', { projectId, users })
    expect(results).toMatchObject([{ result: 'refused', reason: expect.stringContaining(reason) }])
  })

  test('a user with the link of another user is refused, in the same request and in a later one', async () => {
    const projectId = await preparedProject()
    const [first, second] = [fullUser(), fullUser()]
    const users = [first, { ...second, links: first.links }] as never
    for (const result of ['created', 'skipped'])
      expect(
        (await world.ok(world.people.super, 'project_user_import', { projectId, users })).results,
      ).toMatchObject([
        { result },
        { result: 'refused', reason: expect.stringContaining('subject at google') },
      ])
  })

  test('an export without a recipient has neither hashes nor seeds', async () => {
    const projectId = await preparedProject()
    await world.ok(world.people.super, 'project_user_import', { projectId, users: [fullUser() as never] })
    const { export: permission } = await grant(world.people.owner, projectId)
    const { payload } = await download(world.people.owner, permission)
    expect(linesIn(payload)).toHaveLength(1)
    expect(payload).not.toMatch(/passwordHash|totpSeed|\$2b/)
  })

  test('an export has the users of its project only, over several pages, and is audited', async () => {
    const [projectId, other] = [await preparedProject(), await preparedProject()]
    const emails = Array.from({ length: 1_100 }, () => `${unique('u')}@example.com`)
    for (const [at, users] of [
      [projectId, emails.slice(0, 500)],
      [projectId, emails.slice(500, 1_000)],
      [projectId, emails.slice(1_000)],
      [other, [`${unique('other')}@example.com`]],
    ] as const)
      await world.ok(world.people.super, 'project_user_import', {
        ...{ projectId: at, users: users.map((email) => ({ email })) },
      })
    const { export: permission } = await grant(world.people.owner, projectId)
    const lines = linesIn((await download(world.people.owner, permission)).payload)
    expect(lines.map(({ email }) => email).toSorted()).toEqual(emails.toSorted())
    const { entries } = await world.ok(world.people.super, 'audit_list', {
      ...{ project: projectId, action: 'project.users.export' },
    })
    expect(entries).toMatchObject([{ targetId: projectId, detail: { hashes: false, recipient: null } }])
  })
})

describe('permissions of exports:', () => {
  test('a permission is refused to another caller, after its project left the team, and when it is invented', async () => {
    const projectId = await preparedProject()
    const { owner, stranger } = world.people
    const { export: permission } = await grant(owner, projectId)
    expect((await download(stranger, permission)).statusCode).toBe(404)
    expect((await download(world.people.super, permission)).statusCode).toBe(404)
    expect((await download(owner, 'invented')).statusCode).toBe(404)
    await world.database.run(
      sql`UPDATE projects SET team_id = (SELECT id FROM teams WHERE kind = 'system' LIMIT 1) WHERE id = ${projectId}`,
    )
    expect((await download(owner, permission)).statusCode).toBe(404)
  })

  test('hashes are refused to an owner, and to a super administrator without a fresh sign-in', async () => {
    const projectId = await preparedProject()
    const input = { projectId, recipient: ageRecipient }
    const person = await freshSession(world.people.super)
    expect(await world.refused(world.people.owner, 'project_user_export', input)).toMatchObject({
      code: 'forbidden',
    })
    await world.database.run(sql`
      UPDATE console_sessions SET authenticated_at = now() - interval '6 minutes' WHERE account_id = ${person.accountId}`)
    expect(await world.refused(person, 'project_user_export', input)).toMatchObject({
      code: 'fresh_sign_in_required',
    })
  })

  test('hashes are refused to an agent whose calls no administrator approves', async () => {
    const projectId = await preparedProject()
    const agent = await world.agent(world.people.super, ['admin:read', 'admin:write', 'admin:high'])
    const input = { projectId, recipient: ageRecipient }
    await world.database.run(sql`UPDATE agent_clients SET approval = 'self'`)
    expect(await world.refused(agent, 'project_user_export', input)).toMatchObject({
      code: 'fresh_sign_in_required',
    })
  })

  test('administrators are not exported', async () => {
    const input = { projectId: world.administratorsProject }
    expect(await world.refused(world.people.super, 'project_user_export', input)).toMatchObject({
      code: 'forbidden',
    })
  })

  test('the permission of a super administrator for hashes ends with that right', async () => {
    const projectId = await preparedProject()
    const adminId = await newAdministrator(world)
    await world.ok(world.people.super, 'admin_super_grant', { adminId })
    const person = await freshSession({ ...world.people.super, accountId: adminId })
    const { export: permission } = await grant(person, projectId, ageRecipient)
    await world.ok(world.people.super, 'admin_super_withdraw', { adminId })
    expect((await download(person, permission)).statusCode).toBe(404)
  })
})

test('the operation states its path', () => {
  const name: OperationName = 'project_user_export'
  expect(operations[name].description).toContain(userExportPath)
})
