import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Auth, makeClient, rootProjects, setSetting } from '../support/harness.ts'
import { ada, directory, email, existing, type Federation, outcome, trusted, words } from './people.ts'
import {
  accountsOf,
  addProvider,
  type FederatedProject,
  projectWith,
  signInThrough,
  startFederation,
  type Upstream,
} from './world.ts'

let world: Federation
let auth: Auth
let upstream: Upstream
beforeAll(async () => {
  world = await startFederation()
  ;({ auth, upstream } = world)
})
beforeEach(() => upstream.become())
afterAll(() => world?.close())

describe('linked identity:', () => {
  test('a link determines the account regardless of the current address at the provider, which is stored with the link', async () => {
    const project = await projectWith(auth, upstream, trusted)
    const id = await existing(world, project, { linked: 'ada' })
    await existing(world, project, { email: 'new@elsewhere.example' })
    expect(await outcome(world, project, { ...ada, email: 'new@elsewhere.example' })).toBe(id)
    const [row] = await auth.database.rows<object>(sql`
      SELECT d.email, d.last_used_at IS NOT NULL AS used, a.email AS own FROM identities d
      JOIN accounts a ON a.project_id = d.project_id AND a.id = d.account_id WHERE d.project_id = ${project.id}`)
    expect(row).toEqual({ email: 'new@elsewhere.example', used: true, own: email })
  })

  test.each([
    ['deactivated', sql`active = false`],
    ['locked', sql`locked_at = now()`],
  ])(
    'a sign-in is rejected when the account is %s, and the failure is stored with the link and the provider',
    async (_state, columns) => {
      const project = await projectWith(auth, upstream, trusted)
      await existing(world, project, { linked: 'ada', columns })
      expect(await outcome(world, project)).toBe(words.notAllowed)
      const [row] = await auth.database.rows<object>(sql`
      SELECT d.last_failure AS own, p.last_failure->>'reason' AS provider FROM identities d
      JOIN identity_providers p ON p.project_id = d.project_id AND p.id = d.provider_id WHERE d.project_id = ${project.id}`)
      expect(row).toEqual({ own: 'not_allowed', provider: 'not_allowed' })
    },
  )

  test('a link at the previous issuer of the provider is not accepted', async () => {
    const project = await projectWith(auth, upstream)
    const id = await existing(world, project, {
      email: 'old@corp.example',
      linked: 'ada',
      issuer: 'https://old.example',
    })
    expect(await outcome(world, project)).not.toBe(id)
  })
})

describe('user of the bound directory:', () => {
  test.each([
    ['externalId', { claim: 'oid' }, sql`connection_id = 'con', external_id = 'o-1'`, { oid: 'o-1' }],
    [
      'userName',
      { claim: 'email', attribute: 'userName' },
      sql`connection_id = 'con', username = 'ADA@corp.example', username_key = ${email}`,
      {},
    ],
  ])('the account is linked by %s without a proof', async (_attribute, connection, columns, claims) => {
    const project = await projectWith(auth, upstream)
    await directory(world, project, connection)
    const id = await existing(world, project, { email: 'other@corp.example', columns })
    expect(await outcome(world, project, { ...ada, ...claims })).toBe(id)
    expect(await outcome(world, project, { ...ada, ...claims })).toBe(id)
  })

  test('an account that the directory deactivated is rejected', async () => {
    const project = await projectWith(auth, upstream)
    await directory(world, project)
    await existing(world, project, {
      columns: sql`connection_id = 'con', external_id = 'ada', active = false`,
    })
    expect(await outcome(world, project)).toBe(words.notAllowed)
  })

  test('a user unknown to the directory gets no account, although the provider may create accounts', async () => {
    const project = await projectWith(auth, upstream)
    await directory(world, project)
    expect(await outcome(world, project)).toBe(words.notInvited)
    expect(await accountsOf(auth, project.id)).toEqual([])
  })
})

describe('new user:', () => {
  test.each([
    ['a trusted provider that states it', trusted, ada, true],
    ['a trusted provider that states nothing', trusted, { ...ada, email_verified: undefined }, true],
    ['a trusted provider that denies it', trusted, { ...ada, email_verified: false }, false],
    ['a provider that is not trusted', {}, ada, false],
  ])('the address of a new account is verified as stated by %s', async (_by, columns, person, verified) => {
    const project = await projectWith(auth, upstream, columns)
    await outcome(world, project, { ...person, name: 'Ada Lovelace', locale: 'en', nickname: 7 })
    const [account] = await accountsOf(auth, project.id)
    expect(account).toMatchObject({
      email,
      emailVerified: verified,
      claims: { name: 'Ada Lovelace', locale: 'en' },
    })
    const entries = await auth.database.rows<object>(sql`
      SELECT actor, action, surface, detail FROM audit_entries WHERE project_id = ${project.id} ORDER BY at`)
    expect(entries).toEqual([
      {
        actor: `upstream:${project.id}:corp`,
        action: 'enduser.create',
        surface: 'upstream',
        detail: { emailVerified: verified },
      },
      {
        actor: `upstream:${project.id}:corp`,
        action: 'federation.identity.link',
        surface: 'upstream',
        detail: { providerId: 'corp', subject: 'ada', created: true },
      },
    ])
  })

  test('claims that do not have the form of OpenID Connect Core 5.1 are not stored', async () => {
    const project = await projectWith(auth, upstream, trusted)
    const wellFormed = { birthdate: '0000-12-10', website: 'https://ada.example/', locale: 'en_US' }
    const malformed = { zoneinfo: '+01:00', picture: 'ada.png', profile: 'javascript:alert(1)' }
    await outcome(world, project, { ...ada, ...wellFormed, ...malformed })
    const [account] = await accountsOf(auth, project.id)
    expect(account?.claims).toEqual({ ...wellFormed, locale: 'en-US' })
    await outcome(world, project, { ...ada, birthdate: '10 December' })
    expect((await accountsOf(auth, project.id))[0]?.claims).toEqual({ ...wellFormed, locale: 'en-US' })
  })

  test('a user without an address gets an account without an address', async () => {
    const project = await projectWith(auth, upstream)
    const id = await outcome(world, project, { sub: 'nameless' })
    expect(await accountsOf(auth, project.id)).toMatchObject([{ accountId: id, email: null }])
    expect(await outcome(world, project, { sub: 'nameless' })).toBe(id)
  })

  test('the account has the address from the claim that the administrator configured', async () => {
    const project = await projectWith(auth, upstream, { emailClaim: 'oid' })
    await outcome(world, project, { ...ada, oid: 'upn@corp.example' })
    expect(await accountsOf(auth, project.id)).toMatchObject([{ email: 'upn@corp.example' }])
  })

  test.each([
    ['an address of another domain', trusted, { ...ada, email: 'ada@other.example' }, words.domain],
    ['no address while a domain is required', trusted, { sub: 'ada' }, words.domain],
    [
      'a provider for existing accounts only',
      { provisioning: 'existing_only' as const },
      ada,
      words.notInvited,
    ],
  ])('a new user with %s is rejected and no account is created', async (_who, columns, person, says) => {
    const project = await projectWith(auth, upstream, columns)
    expect(await outcome(world, project, person)).toBe(says)
    expect(await accountsOf(auth, project.id)).toEqual([])
  })

  test('new users are rejected while sign-ups are paused, and existing accounts sign in', async () => {
    const project = await projectWith(auth, upstream)
    const id = await existing(world, project, { linked: 'known' })
    await setSetting(auth, 'plans.enabled', true)
    try {
      await auth.database.run(sql`UPDATE plans SET monthly_active_users = 0`)
      await auth.database.run(sql`
        UPDATE projects SET plan_id = (SELECT id FROM plans WHERE is_default) WHERE id = ${project.id}`)
      expect(await outcome(world, project, { sub: 'new' })).toBe(words.paused)
      expect(await outcome(world, project, { sub: 'known' })).toBe(id)
    } finally {
      await setSetting(auth, 'plans.enabled', false)
    }
  })

  test('two concurrent sign-ins of a new user create one account', async () => {
    const project = await projectWith(auth, upstream)
    upstream.become(ada)
    const both = await Promise.all([signInThrough(auth, project), signInThrough(auth, project)])
    const subs = await Promise.all(both.map(async ({ tokens }) => (await tokens()).claims()?.sub))
    expect(new Set(subs).size).toBe(1)
    expect(await accountsOf(auth, project.id)).toHaveLength(1)
  })
})

describe("administrators' project:", () => {
  let administrators: FederatedProject
  beforeAll(async () => {
    const { administratorsId: id } = await rootProjects(auth)
    await addProvider(auth, id, upstream, trusted)
    const client = await makeClient(auth, { projectId: id, requireConsent: false })
    administrators = { id, name: 'root', issuer: auth.baseUrl, client }
  })

  test('an address at a provider creates no administrator', async () => {
    expect(await outcome(world, administrators)).toBe(words.notInvited)
    expect(await accountsOf(auth, administrators.id)).toEqual([])
  })

  test('an administrator must prove the account despite a trusted domain, and signs in through a link', async () => {
    const id = await existing(world, administrators, {
      columns: sql`password_hash = 'x', password_set_at = now()`,
    })
    expect(await outcome(world, administrators)).toBe(words.prove)
    await existing(world, administrators, { email: 'linked@corp.example', linked: 'linked' })
    expect(await outcome(world, administrators, { sub: 'linked' })).toMatch(/^usr_/)
    expect(
      (await accountsOf(auth, administrators.id)).find(({ accountId }) => accountId === id)?.subject,
    ).toBeNull()
  })
})
