import { sql } from '@signet/db'
import { fetchVia, isPage } from '@signet/testkit'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Auth, makeUser, password, rootProjects, setSetting, startAuth } from '../support/harness.ts'
import { pageOf } from '../support/journey.ts'
import {
  migrating,
  migratingProject,
  type OldSystem,
  sendJson,
  setHook,
  startOldSystem,
} from '../support/old-system.ts'

let old: OldSystem
let auth: Auth
beforeAll(async () => {
  old = await startOldSystem()
  auth = await startAuth([old.pair])
})
beforeEach(() => old.handle((_asked, response) => void response.writeHead(404).end()))
afterEach(() => expect(auth.occurrences).toEqual([]))
afterAll(async () => {
  await auth?.close()
  old?.close()
})

const newEmail = () => `${Math.random().toString(36).slice(2)}@example.com`

const know = (user: { readonly email: string } & Record<string, unknown>, secret = 'old secret') =>
  old.handle(({ claims }, response) => {
    if (claims.login !== user.email && claims.login !== user.username)
      return void response.writeHead(404).end()
    if (claims.password !== secret) return void response.writeHead(401).end()
    sendJson(response, user)
  })

const actionsOf = (id: string) =>
  auth.database.rows<{ action: string; actor: string; detail: object }>(
    sql`SELECT action, actor, detail FROM audit_entries WHERE target_id = ${id} ORDER BY at, action`,
  )

describe('migration at sign-in:', () => {
  test('a user of the old system signs in with the old password, and the account has the data, the subject and the groups of the answer', async () => {
    const at = await migratingProject(auth, old.url)
    await auth.database.run(sql`
      INSERT INTO groups (project_id, id, display_name, display_name_key)
      VALUES (${at.id}, 'grp_1', 'Engineering', 'engineering')`)
    const user = {
      email: newEmail(),
      username: 'ada-1',
      emailVerified: true,
      subject: 'auth0|ada',
      claims: { department: 'engineering' },
      profile: { name: { givenName: 'Ada', familyName: 'Lovelace' } },
      groups: ['engineering', 'a group that this project lacks'],
    }
    know(user)
    expect(isPage((await at.signIn('ada-1', 'old secret')).result)).toBe(false)
    const { email, username, claims, profile } = user
    expect(await at.accounts()).toEqual([
      {
        ...{ id: 'auth0|ada', email, username, claims, profile, verified: true, given: false },
        hash: expect.stringMatching(/^\$argon2id\$/),
      },
    ])
    const members = await auth.database.rows(
      sql`SELECT group_id FROM group_members WHERE account_id = 'auth0|ada'`,
    )
    expect(members).toEqual([{ group_id: 'grp_1' }])
    expect(await actionsOf('auth0|ada')).toEqual([
      expect.objectContaining({ action: 'enduser.create', detail: { migrationHook: old.pair } }),
      expect.objectContaining({ action: 'enduser.group.join' }),
    ])
    expect(await at.counts()).toEqual({ created: 1, refused: 0, failed: 0, skipped: 0, reason: null })
  })

  test('the old system is not asked about a user with an account', async () => {
    const at = await migratingProject(auth, old.url)
    const user = { email: newEmail() }
    know(user)
    await at.signIn(user.email, 'old secret')
    expect(isPage((await at.signIn(user.email, 'old secret')).result)).toBe(false)
    expect(isPage((await at.signIn(user.email, 'wrong')).result)).toBe(true)
    expect(old.asked).toHaveLength(1)
  })

  test('the request is a JWT that the published keys of the project verify, of one length for every name and password', async () => {
    const at = await migratingProject(auth, old.url)
    await Promise.all([
      at.signIn(newEmail(), 'short'),
      at.signIn('a-much-longer-name@example.com', 'é"'.repeat(80)),
    ])
    const keys = (await (await fetchVia(auth.address)(`${at.issuer}/jwks`)).json()) as JSONWebKeySet
    for (const { body } of old.asked) {
      const { payload } = await jwtVerify(body, createLocalJWKSet(keys), {
        issuer: at.issuer,
        audience: old.url,
        typ: 'signet-migration+jwt',
      })
      expect(payload).toMatchObject({ event: 'sign-in', jti: expect.any(String) })
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60)
    }
    expect(new Set(old.asked.map(({ body }) => body.length)).size).toBe(1)
    expect(new Set(old.asked.map(({ claims }) => claims.jti)).size).toBe(2)
  })

  test('a user whose subject another account has gets a new id', async () => {
    const at = await migratingProject(auth, old.url)
    const { id } = await makeUser(auth, at.id)
    const user = { email: newEmail(), subject: id }
    know(user)
    expect(isPage((await at.signIn(user.email, 'old secret')).result)).toBe(false)
    const [, created] = await at.accounts()
    expect(created).toMatchObject({ email: user.email, id: expect.stringMatching(/^usr_/) })
  })

  test('a user with an authenticator is asked for its code', async () => {
    const at = await migratingProject(auth, old.url)
    const user = { email: newEmail(), totpSeed: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }
    know(user)
    expect(pageOf((await at.signIn(user.email, 'old secret')).result).html).toContain('one-time-code')
  })

  test('two concurrent sign-ins of one user create one account, and both users are signed in', async () => {
    const at = await migratingProject(auth, old.url)
    const user = { email: newEmail() }
    const both = Promise.withResolvers<void>()
    // Answers when both questions have arrived, so that neither sign-in finds the account of the other.
    old.handle(async (_asked, response) => {
      if (old.asked.length === 2) both.resolve()
      await both.promise
      sendJson(response, user)
    })
    const results = await Promise.all([1, 2].map(() => at.signIn(user.email, 'old secret')))
    expect(results.map(({ result }) => isPage(result))).toEqual([false, false])
    expect(await at.accounts()).toHaveLength(1)
    expect(old.asked).toHaveLength(2)
  })

  test('an account that is created during the request keeps its own password', async () => {
    const at = await migratingProject(auth, old.url)
    const email = newEmail()
    old.handle(async (_asked, response) => {
      await makeUser(auth, at.id, email)
      sendJson(response, { email })
    })
    expect(isPage((await at.signIn(email, 'old secret')).result)).toBe(true)
    expect(isPage((await at.signIn(email, password)).result)).toBe(false)
    expect(await at.accounts()).toHaveLength(1)
  })
})

describe('questions that are not sent:', () => {
  test('an unknown name is asked about once, and a wrong password once, until their time ends', async () => {
    const at = await migratingProject(auth, old.url)
    const [unknown, user] = [newEmail(), { email: newEmail() }]
    know(user)
    await Promise.all([at.signIn(unknown, 'one'), at.signIn(user.email, 'wrong')])
    await Promise.all([at.signIn(unknown.toUpperCase(), 'two'), at.signIn(user.email, 'wrong')])
    expect(old.asked).toHaveLength(2)
    expect(isPage((await at.signIn(user.email, 'old secret')).result)).toBe(false)
    expect(await at.counts()).toMatchObject({ created: 1, refused: 2, failed: 0 })
  })

  test('a name with too many wrong passwords waits like an existing account, and is not asked about', async () => {
    await setSetting(auth, 'loginThrottle.failureCap', 2)
    const at = await migratingProject(auth, old.url)
    const user = { email: newEmail() }
    know(user)
    for (const wrong of ['one', 'two']) await at.signIn(user.email, wrong)
    const { result } = await at.signIn(user.email, 'old secret')
    expect(pageOf(result).html).toContain('Too many')
    expect(old.asked).toHaveLength(2)
    await setSetting(auth, 'loginThrottle.failureCap', 10)
  })

  const projectChange = (change: ReturnType<typeof sql>) => (id: string) =>
    auth.database.run(sql`UPDATE projects SET ${change}, version = version + 1 WHERE id = ${id}`)

  test.each<[string, (projectId: string) => Promise<unknown>]>([
    ['whose hook was removed', (id) => setHook(auth, id, null)],
    ['whose passwords were switched off', projectChange(sql`password_login = false`)],
    [
      'that was scheduled for deletion',
      projectChange(sql`deletion_scheduled_at = now(), purge_at = now() + interval '1 day'`),
    ],
  ])('a project %s while the page was open sends no user to its hook', async (_which, change) => {
    const at = await migratingProject(auth, old.url)
    const submit = await at.open()
    await change(at.id)
    const user = { email: newEmail() }
    know(user)
    expect(isPage((await submit(user.email, 'old secret')).result)).toBe(true)
    expect(old.asked).toEqual([])
    expect(await at.accounts()).toEqual([])
  })

  test('the project of the administrators asks about no administrator', async () => {
    const { administratorsId } = await rootProjects(auth)
    const at = await migrating(auth, { id: administratorsId, issuer: auth.baseUrl }, old.url)
    const user = { email: newEmail() }
    know(user)
    expect(isPage((await at.signIn(user.email, 'old secret')).result)).toBe(true)
    expect(old.asked).toEqual([])
  })

  test('a name whose domain signs in at a provider is not asked about', async () => {
    const at = await migratingProject(auth, old.url)
    await auth.database.run(sql`
      INSERT INTO identity_providers (project_id, id, catalogue_id, protocol, display_name, issuer, client_id, enabled, position, allowed_email_domains)
      VALUES (${at.id}, 'corp', 'custom', 'oidc', 'Corp', 'https://corp.invalid', 'x', true, 0, ARRAY['corp.example'])`)
    await setHook(auth, at.id, old.url)
    await at.signIn('ada@corp.example', 'old secret')
    expect(old.asked).toEqual([])
  })
})
